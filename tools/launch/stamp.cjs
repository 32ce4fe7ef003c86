'use strict';

const crypto = require('crypto');
const fs = require('fs');
const path = require('path');

/**
 * A hash over files and whole directories: names and contents, in a stable order, dot files aside.
 * A missing path counts as absent.
 */
function hashPaths(root, paths, salt) {
  const hash = crypto.createHash('sha256').update(salt || '');
  for (const entry of paths) addPath(hash, root, entry);
  return hash.digest('hex');
}

function addPath(hash, root, relative) {
  const full = path.join(root, relative);
  const stat = fs.existsSync(full) ? fs.statSync(full) : null;
  if (stat === null) return;
  if (stat.isDirectory()) {
    for (const name of fs.readdirSync(full).sort()) {
      if (name[0] !== '.' && !/\.test\.tsx?$/.test(name))
        addPath(hash, root, `${relative}/${name}`);
    }
    return;
  }
  hash.update(`\0${relative}\0${stat.size}\0`).update(fs.readFileSync(full));
}

/** The stamp's text, or an empty string when there is none. */
function readStamp(file) {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  }
}

/** Written last, and in one piece: a half-done install leaves no stamp. */
function writeStamp(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  fs.writeFileSync(temporary, `${value}\n`);
  fs.renameSync(temporary, file);
}

module.exports = { hashPaths, readStamp, writeStamp };
