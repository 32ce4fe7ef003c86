'use strict';

const childProcess = require('child_process');
const fs = require('fs');
const path = require('path');
const { LaunchError, explain } = require('./fail.cjs');

const ROOT = path.resolve(__dirname, '..', '..');
const CACHE = path.join(ROOT, '.cache', 'launch');
const PROGRESS_EVERY_MS = 5000;
const LOG_LINES_SHOWN = 15;
const LOG_NOISE = /^npm (?:http|warn|notice)|^\s*$/;
const STEP_STOP_MS = 5000;

function say(line) {
  process.stderr.write(`telltale: ${line}\n`);
}

function secondsSince(startedMs) {
  return `${Math.round((Date.now() - startedMs) / 1000)} s`;
}

/** Creates a directory with its parents; says why in one line when it cannot. */
function makeDirectory(directory) {
  try {
    fs.mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new LaunchError(`Cannot create ${directory}: ${error.code}.`, explain(error.code) || '');
  }
}

/** Removes a directory tree, also on a Node that has no fs.rmSync yet. */
function removeTree(directory) {
  if (fs.rmSync) fs.rmSync(directory, { recursive: true, force: true });
  else if (fs.existsSync(directory)) fs.rmdirSync(directory, { recursive: true });
}

/** The running step's process; `listener` hears its id when it starts and null when it ended. */
let current = null;
let listener = () => undefined;
function onStep(callback) {
  listener = callback;
}

/**
 * Ends the running step, then calls `done`: nothing of it may still write when the next start
 * comes.
 */
function endCurrentStep(done) {
  if (current === null) return done();
  const stubborn = setTimeout(() => current && current.kill('SIGKILL'), STEP_STOP_MS);
  current.on('exit', () => {
    clearTimeout(stubborn);
    done();
  });
  return current.kill('SIGTERM');
}

/**
 * Runs one set-up step with its output in a log file, and a line of progress every few seconds.
 * Fails with one clear sentence, never with the tool's own pages.
 */
function runStep(label, command, args, options) {
  makeDirectory(CACHE);
  const logPath = path.join(CACHE, `${options.log}.log`);
  const startedMs = Date.now();
  say(`${label} …`);
  const ticker = setInterval(() => say(`${label} … ${secondsSince(startedMs)}`), PROGRESS_EVERY_MS);
  return new Promise((resolve, reject) => {
    const log = fs.openSync(logPath, 'w');
    const child = childProcess.spawn(command, args, {
      cwd: options.cwd,
      env: Object.assign({}, options.env, { NO_COLOR: '1' }),
      stdio: ['ignore', log, log],
      shell: options.shell === true,
    });
    current = child;
    if (child.pid) listener(child.pid);
    const finish = (code, error) => {
      clearInterval(ticker);
      current = null;
      listener(null);
      fs.closeSync(log);
      if (error) return reject(spawnFailed(label, error, options.missing));
      if (code !== 0) return reject(stepFailed(label, code, logPath));
      say(`${label}: done in ${secondsSince(startedMs)}`);
      return resolve();
    };
    child.on('error', (error) => finish(1, error));
    child.on('exit', (code) => finish(code === null ? 1 : code, null));
  });
}

function spawnFailed(label, error, missing) {
  return new LaunchError(error.code === 'ENOENT' ? missing : `${label} failed: ${error.message}`);
}

function stepFailed(label, code, logPath) {
  const output = fs.readFileSync(logPath, 'utf8');
  const lines = output.split('\n').filter((line) => !LOG_NOISE.test(line));
  const beginning = lines.slice(0, LOG_LINES_SHOWN).join('\n');
  const known = explain(output);
  return new LaunchError(
    `${label} failed (exit code ${code}).${known ? ` ${known}` : ''}`,
    `${known ? '' : `${beginning}\n`}The whole output is in ${logPath}`,
  );
}

/** How to start npm: the one that started us when there is one, else the one on the PATH. */
function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.c?js$/.test(running) && fs.existsSync(running))
    return { command: process.execPath, args: [running], shell: false };
  return process.platform === 'win32'
    ? { command: 'npm.cmd', args: [], shell: true }
    : { command: 'npm', args: [], shell: false };
}

/**
 * `npm ci` in one directory: exactly the lockfile, no install script of any package; with the
 * packages of tests and checks when `tools`.
 */
function npmCi(label, directory, log, tools) {
  return npmInstall(label, directory, log, [
    'ci',
    tools === false ? '--omit=dev' : '--include=dev',
  ]);
}

/**
 * Adds the packages of tests and checks to those that a start installed, by the lockfile, which
 * stays as it is.
 */
function npmAdd(label, directory, log) {
  return npmInstall(label, directory, log, ['install', '--no-save', '--include=dev']);
}

function npmInstall(label, directory, log, command) {
  const npm = npmCommand();
  const env = Object.assign({}, process.env);
  // The variables of the outer `npm start` describe this package, and would misplace the inner
  // install.
  for (const name of [
    'npm_config_local_prefix',
    'npm_config_prefix',
    'npm_package_json',
    'INIT_CWD',
    'NODE_ENV',
  ])
    delete env[name];
  const args = npm.args.concat(command, [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include=optional',
    '--loglevel=http',
  ]);
  return runStep(label, npm.command, args, {
    cwd: directory,
    env,
    log,
    shell: npm.shell,
    missing: 'npm was not found on the PATH. npm comes with Node; the first start needs it.',
  });
}

module.exports = {
  ROOT,
  CACHE,
  say,
  makeDirectory,
  removeTree,
  runStep,
  onStep,
  endCurrentStep,
  npmCi,
  npmAdd,
};
