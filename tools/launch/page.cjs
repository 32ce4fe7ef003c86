'use strict';

const fs = require('fs');
const path = require('path');
const { ROOT, CACHE, removeTree, runStep } = require('./run.cjs');
const { hashPaths, readStamp, writeStamp } = require('./stamp.cjs');

const SOURCES = ['src/web', 'src/contracts', 'vite.config.ts', 'package-lock.json'];
const OUTPUT = path.join(ROOT, 'dist', 'web');
const STAMP = path.join(CACHE, 'page-stamp');

/** True when dist/web was built from the sources as they are now. Contents are compared: a checkout that only touches times costs nothing. */
function pageReady() {
  return fs.existsSync(path.join(OUTPUT, 'index.html')) && readStamp(STAMP) === hashPaths(ROOT, SOURCES);
}

/** Builds beside the old page and swaps: a server running from this directory never serves half a page. */
async function buildPage(node, env) {
  const hash = hashPaths(ROOT, SOURCES);
  const fresh = path.join(CACHE, 'page');
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  await runStep('building the page', node, [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: ROOT,
    env,
    log: 'page',
  });
  removeTree(OUTPUT);
  fs.mkdirSync(path.dirname(OUTPUT), { recursive: true });
  fs.renameSync(fresh, OUTPUT);
  writeStamp(STAMP, hash);
}

module.exports = { pageReady, buildPage };
