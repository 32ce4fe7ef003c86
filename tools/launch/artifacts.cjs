'use strict';

const fs = require('fs');
const path = require('path');
const { ROOT, CACHE, removeTree, runStep } = require('./run.cjs');
const { hashPaths, readStamp, writeStamp } = require('./stamp.cjs');

/**
 * The build outputs needed before the server starts: the page, and the server in a few files that
 * load fast.
 */
const ARTIFACTS = [
  {
    name: 'page',
    sources: ['src/web', 'src/contracts', 'vite.config.ts', 'package-lock.json'],
    output: path.join(ROOT, 'dist', 'web'),
    main: 'index.html',
    command: (fresh) => [
      'node_modules/vite/bin/vite.js',
      'build',
      '--outDir',
      fresh,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
  },
  {
    name: 'server',
    sources: [
      'src/server',
      'src/core',
      'src/contracts',
      'tools/build-server.ts',
      'package.json',
      'package-lock.json',
    ],
    output: path.join(ROOT, 'dist', 'server'),
    main: 'main.js',
    command: (fresh) => ['tools/build-server.ts', fresh],
  },
];

const SERVER_MAIN = path.join(ROOT, 'dist', 'server', 'main.js');

function stampOf(artifact) {
  return path.join(CACHE, `${artifact.name}-stamp`);
}

/**
 * Was it made from the sources as they are now? Contents are compared: a checkout that only touches
 * times costs nothing.
 */
function isReady(artifact) {
  return (
    fs.existsSync(path.join(artifact.output, artifact.main)) &&
    readStamp(stampOf(artifact)) === hashPaths(ROOT, artifact.sources)
  );
}

function artifactsReady() {
  return ARTIFACTS.every(isReady);
}

/**
 * Builds beside the old one and swaps: a reader of the directory sees the old or the new one, never
 * half of it.
 */
async function buildArtifacts(node, env) {
  for (const artifact of ARTIFACTS) {
    if (isReady(artifact)) continue;
    const hash = hashPaths(ROOT, artifact.sources);
    const fresh = path.join(CACHE, `${artifact.name}-fresh`);
    removeTree(fresh);
    const options = {
      cwd: ROOT,
      env,
      log: artifact.name,
      missing: `${node} is gone; remove .cache and start again.`,
    };
    await runStep(`building the ${artifact.name}`, node, artifact.command(fresh), options);
    removeTree(artifact.output);
    fs.mkdirSync(path.dirname(artifact.output), { recursive: true });
    fs.renameSync(fresh, artifact.output);
    writeStamp(stampOf(artifact), hash);
  }
}

module.exports = { SERVER_MAIN, artifactsReady, buildArtifacts };
