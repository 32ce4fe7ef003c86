'use strict';

const fs = require('fs');
const path = require('path');
const { ROOT, npmCi } = require('./run.cjs');
const { hashPaths, readStamp, writeStamp } = require('./stamp.cjs');

const MODULES = path.join(ROOT, 'node_modules');
const STAMP = path.join(MODULES, '.telltale-stamp');

/** True when node_modules is what package-lock.json says. */
function dependenciesReady() {
  if (readStamp(STAMP) === wanted()) return true;
  if (!installedByHand()) return false;
  writeStamp(STAMP, wanted());
  return true;
}

/** `npm ci` for the whole package; the stamp comes last. */
async function installDependencies() {
  await npmCi('installing packages from npm (once, and when the lockfile changes)', ROOT, 'dependencies');
  writeStamp(STAMP, wanted());
}

function wanted() {
  return hashPaths(ROOT, ['package-lock.json'], `${process.platform}-${process.arch}`);
}

/**
 * Someone ran `npm install` here: npm's own note of what it installed, which it writes last, agrees with the lockfile.
 * Only optional packages (other platforms' binaries) may be missing.
 */
function installedByHand() {
  const note = path.join(MODULES, '.package-lock.json');
  if (!fs.existsSync(note)) return false;
  const installed = JSON.parse(fs.readFileSync(note, 'utf8')).packages;
  const locked = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages;
  for (const name of Object.keys(installed)) {
    if (!locked[name] || locked[name].integrity !== installed[name].integrity) return false;
  }
  return Object.keys(locked).every((name) => name === '' || installed[name] || locked[name].optional || locked[name].devOptional);
}

module.exports = { dependenciesReady, installDependencies };
