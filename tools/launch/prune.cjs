'use strict';

const fs = require('fs');
const path = require('path');
const { removeTree } = require('./run.cjs');

/**
 * Files in packages that nothing here reads: source maps, the sources of SQLite, its binaries for
 * other platforms. A quarter of all.
 */
function prunePackages(modules) {
  const sqlite = path.join(modules, 'better-sqlite3');
  for (const name of ['deps', 'src']) removeTree(path.join(sqlite, name));
  const prebuilds = path.join(sqlite, 'prebuilds');
  if (fs.existsSync(path.join(prebuilds, `${process.platform}-${process.arch}.node`))) {
    for (const name of fs.readdirSync(prebuilds)) {
      if (!isOurs(name)) fs.unlinkSync(path.join(prebuilds, name));
    }
  }
  removeMaps(modules);
}

/** A Linux without glibc has its own binary, which is recognized when it is loaded. */
function isOurs(name) {
  const [platform, arch] = path.basename(name, '.node').split('-');
  return platform.replace('musl', '') === process.platform && arch === process.arch;
}

function removeMaps(directory) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) removeMaps(full);
    else if (/\.[cm]?[jt]s\.map$/.test(entry.name)) fs.unlinkSync(full);
  }
}

/** The headers of Node, for those who compile against it. */
function pruneNode(binary) {
  removeTree(path.join(path.dirname(path.dirname(binary)), 'include'));
}

module.exports = { prunePackages, pruneNode };
