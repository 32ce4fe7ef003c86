'use strict';

const fs = require('fs');
const path = require('path');
const { ROOT, npmAdd, npmCi } = require('./run.cjs');
const { prunePackages } = require('./prune.cjs');
const { hashPaths, readStamp, writeStamp } = require('./stamp.cjs');

const MODULES = path.join(ROOT, 'node_modules');
/** npm's own note of what it installed, which it writes last. */
const NOTE = path.join(MODULES, '.package-lock.json');
const STAMP = path.join(MODULES, '.telltale-stamp');
/**
 * Stands behind the stamp of an install without the packages of tests and checks
 * (`devDependencies`): a start needs none of them.
 */
const START_ONLY = ' start';

/**
 * True when node_modules has what package-lock.json says; without the packages of tests and checks
 * unless `tools`.
 */
function dependenciesReady(tools) {
  const stamp = readStamp(STAMP);
  if (stamp === wanted() || (!tools && stamp === wanted() + START_ONLY)) return true;
  if (isInstalled(true)) writeStamp(STAMP, wanted());
  else if (!tools && isInstalled(false)) writeStamp(STAMP, wanted() + START_ONLY);
  else return false;
  return true;
}

/**
 * `npm ci` for what is needed; tests after a start only add what is missing, so that a running
 * server keeps its files. The stamp comes last.
 */
async function installDependencies(tools) {
  if (tools && isInstalled(false)) {
    // Until npm writes it anew, nothing says that all is there.
    fs.unlinkSync(NOTE);
    await npmAdd(
      'installing the packages of tests and checks from npm (once)',
      ROOT,
      'dependencies',
    );
  }
  if (!tools || !isInstalled(true))
    await npmCi(
      'installing packages from npm (once, and when the lockfile changes)',
      ROOT,
      'dependencies',
      tools,
    );
  prunePackages(MODULES);
  writeStamp(STAMP, tools ? wanted() : wanted() + START_ONLY);
}

function wanted() {
  return hashPaths(ROOT, ['package-lock.json'], `${process.platform}-${process.arch}`);
}

/**
 * Whether npm's record matches the lockfile; a developer may have run `npm install` here. Only
 * optional packages (other platforms' binaries) may be missing, and those of tests and checks
 * unless `tools`.
 */
function isInstalled(tools) {
  if (!fs.existsSync(NOTE)) return false;
  const installed = JSON.parse(fs.readFileSync(NOTE, 'utf8')).packages;
  const locked = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages;
  for (const name of Object.keys(installed)) {
    if (!locked[name] || locked[name].integrity !== installed[name].integrity) return false;
  }
  return Object.keys(locked).every((name) => {
    const { optional, devOptional, dev } = locked[name];
    return name === '' || installed[name] || optional || devOptional || (dev && !tools);
  });
}

module.exports = { dependenciesReady, installDependencies };
