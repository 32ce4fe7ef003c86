'use strict';

/*
 * What `npm start`, `npm test` and the other scripts run first. Plain CommonJS without dependencies, because it runs on whatever Node
 * there is (12 or newer) and on a clone where nothing is installed: it brings what is missing, says so, and hands over to Node 24.
 *
 *   node tools/launch/launch.cjs serve [arguments]              the server
 *   node tools/launch/launch.cjs run [--page] FILE [arguments]  a script of ours, with the page built first when asked for
 */
const childProcess = require('child_process');
const os = require('os');
const path = require('path');
const { LaunchError } = require('./fail.cjs');
const { ROOT, endCurrentStep, say } = require('./run.cjs');
const { withLock } = require('./lock.cjs');
const { readyNode, installNode } = require('./node-runtime.cjs');
const { dependenciesReady, installDependencies } = require('./dependencies.cjs');
const { pageReady, buildPage } = require('./page.cjs');

const PARENT_POLL_MS = 200;

function parse(argv) {
  const rest = argv.slice(1);
  if (argv[0] === 'serve') return { page: true, args: [path.join(ROOT, 'src', 'server', 'main.ts'), 'serve'].concat(rest) };
  if (argv[0] !== 'run') throw new LaunchError('Usage: node tools/launch/launch.cjs serve [arguments] | run [--page] FILE [arguments]');
  const page = rest[0] === '--page';
  const script = page ? rest.slice(1) : rest;
  if (!script[0]) throw new LaunchError('Usage: node tools/launch/launch.cjs run [--page] FILE [arguments]');
  return { page, args: [path.resolve(ROOT, script[0])].concat(script.slice(1)) };
}

/** The environment of everything that follows: this Node and our own tools come first on the PATH. */
function environment(node) {
  const env = Object.assign({}, process.env);
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') || 'PATH';
  const inherited = env[key] ? [env[key]] : [];
  env[key] = [path.dirname(node), path.join(ROOT, 'node_modules', '.bin')].concat(inherited).join(path.delimiter);
  return env;
}

/** Brings what is missing. When nothing changed this reads a few hashes and starts no process at all. */
async function setUp(page) {
  const ready = readyNode();
  if (ready && dependenciesReady() && (!page || pageReady())) return ready;
  return withLock(async () => {
    const node = readyNode() || (await installNode());
    if (!dependenciesReady()) await installDependencies();
    if (page && !pageReady()) await buildPage(node, environment(node));
    return node;
  });
}

/** Becomes the program, as far as Node lets it: its output, its signals, its exit code. */
function handOver(node, args) {
  const child = childProcess.spawn(node, args, { stdio: 'inherit', env: environment(node) });
  let told = false;
  const forward = (signal) => {
    told = true;
    child.kill(signal);
  };
  process.on('SIGTERM', forward);
  process.on('SIGHUP', forward);
  // Ctrl-C reaches the whole terminal group, the program included: a second SIGINT from here would read as "stop at once".
  process.on('SIGINT', (signal) => {
    if (process.stdin.isTTY) told = true;
    else forward(signal);
  });
  if (process.env.npm_lifecycle_event && process.platform !== 'win32') whenParentEnds(() => told || forward('SIGTERM'));
  child.on('error', (error) => report(new LaunchError(`Cannot start ${node}: ${error.message}`)));
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + os.constants.signals[signal] : code));
}

/**
 * npm passes SIGTERM to the shell it runs scripts in, and many shells die without passing it on. So `kill` on `npm start` would leave
 * the server behind: when the shell is gone, the end was meant for us.
 */
function whenParentEnds(callback) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callback();
  }, PARENT_POLL_MS);
}

function report(error) {
  if (!(error instanceof LaunchError)) throw error;
  say(error.message);
  if (error.detail) process.stderr.write(`${error.detail}\n`);
  process.exit(1);
}

async function main() {
  const wish = parse(process.argv.slice(2));
  const stopEarly = (signal) => endCurrentStep(() => process.exit(128 + os.constants.signals[signal]));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopEarly);
  const node = await setUp(wish.page);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, stopEarly);
  handOver(node, wish.args);
}

main().catch((error) => {
  try {
    report(error);
  } catch (unexpected) {
    process.stderr.write(`telltale: ${unexpected.stack}\n`);
    process.exit(1);
  }
});
