'use strict';

/*
 * What `npm start`, `npm test` and the other scripts run first. Plain CommonJS without
 * dependencies, because it runs on whatever Node there is (12 or newer) and on a clone where
 * nothing is installed: it brings what is missing, says so, and hands over to Node 24.
 *
 *   node tools/launch/launch.cjs serve [arguments]                the server
 *   node tools/launch/launch.cjs run [--built] [--tools] FILE [arguments]   a script of ours; with page and server built first, and with the
 *                                                                          packages of tests and checks, when asked for
 *   node tools/launch/launch.cjs build                            page and server, and nothing more
 */
const childProcess = require('child_process');
const os = require('os');
const path = require('path');
const { LaunchError } = require('./fail.cjs');
const { ROOT, endCurrentStep, say } = require('./run.cjs');
const { withLock } = require('./lock.cjs');
const { readyNode, installNode } = require('./node-runtime.cjs');
const { dependenciesReady, installDependencies } = require('./dependencies.cjs');
const { SERVER_MAIN, artifactsReady, buildArtifacts } = require('./artifacts.cjs');

const PARENT_POLL_MS = 200;
/**
 * The main thread only passes bytes on: with V8's own default it would keep 60 MB for short-lived
 * objects after the first load.
 */
const SERVER_FLAGS = ['--max-semi-space-size=2'];
/**
 * glibc gives each of the server's threads its own memory arenas, up to eight times the number of
 * cores: two for all use 6 MB less at rest. And after freeing one large piece, it keeps all smaller
 * ones, and returns only memory at the end: after a load, or while old blocks are packed, a hundred
 * MB of free memory. These two settings turn that off; pieces of 1 MB and more are returned when
 * they are freed.
 */
const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};

const USAGE =
  'Usage: node tools/launch/launch.cjs serve [arguments] | run [--built] [--tools] FILE [arguments] | build';

function parse(argv) {
  const rest = argv.slice(1);
  if (argv[0] === 'build') return { built: true, args: null };
  if (argv[0] === 'serve')
    return {
      built: true,
      args: SERVER_FLAGS.concat(SERVER_MAIN, 'serve', rest),
      preset: SERVER_ENVIRONMENT,
    };
  const script = rest.slice();
  const flags = [];
  while (script[0] === '--built' || script[0] === '--tools') flags.push(script.shift());
  // A script's help must not wait a minute for a build.
  const built = flags.includes('--built') && !script.includes('--help');
  if (argv[0] !== 'run' || !script[0]) throw new LaunchError(USAGE);
  return {
    built,
    tools: flags.includes('--tools'),
    args: [path.resolve(ROOT, script[0])].concat(script.slice(1)),
  };
}

/**
 * The environment of everything that follows: this Node and our own tools come first on the PATH.
 */
function environment(node, preset) {
  const env = Object.assign({}, preset, process.env);
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') || 'PATH';
  const inherited = env[key] ? [env[key]] : [];
  env[key] = [path.dirname(node), path.join(ROOT, 'node_modules', '.bin')]
    .concat(inherited)
    .join(path.delimiter);
  return env;
}

/**
 * Brings what is missing. When nothing changed this reads a few hashes and starts no process at
 * all.
 */
async function setUp(built, tools) {
  const ready = readyNode();
  if (ready && dependenciesReady(tools) && (!built || artifactsReady())) return ready;
  return withLock(async () => {
    const node = readyNode() || (await installNode());
    if (!dependenciesReady(tools)) await installDependencies(tools);
    if (built) await buildArtifacts(node, environment(node));
    return node;
  });
}

/** Becomes the program, as far as Node lets it: its output, its signals, its exit code. */
function handOver(node, args, preset) {
  const child = childProcess.spawn(node, args, {
    stdio: 'inherit',
    env: environment(node, preset),
  });
  let signaled = false;
  const forward = (signal) => {
    signaled = true;
    child.kill(signal);
  };
  process.on('SIGTERM', forward);
  process.on('SIGHUP', forward);
  // Ctrl-C reaches the whole terminal group, the program included: a second SIGINT from here would
  // read as "stop at once".
  process.on('SIGINT', (signal) => {
    if (process.stdin.isTTY) signaled = true;
    else forward(signal);
  });
  if (process.env.npm_lifecycle_event && process.platform !== 'win32')
    whenParentEnds(() => signaled || forward('SIGTERM'));
  child.on('error', (error) => report(new LaunchError(`Cannot start ${node}: ${error.message}`)));
  child.on('exit', (code, signal) =>
    process.exit(code === null ? 128 + os.constants.signals[signal] : code),
  );
}

/**
 * npm passes SIGTERM to the shell it runs scripts in, and many shells die without passing it on. So
 * `kill` on `npm start` would leave the server behind: when the shell is gone, the end was meant
 * for us.
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
  const stopEarly = (signal) =>
    endCurrentStep(() => process.exit(128 + os.constants.signals[signal]));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopEarly);
  const node = await setUp(wish.built, wish.tools === true);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, stopEarly);
  if (wish.args) handOver(node, wish.args, wish.preset);
}

main().catch((error) => {
  try {
    report(error);
  } catch (unexpected) {
    process.stderr.write(`telltale: ${unexpected.stack}\n`);
    process.exit(1);
  }
});
