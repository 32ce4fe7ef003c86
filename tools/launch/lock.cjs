'use strict';

const fs = require('fs');
const path = require('path');
const { CACHE, makeDirectory, onStep, say } = require('./run.cjs');

const FILE = path.join(CACHE, 'lock');
const HEARTBEAT_MS = 2000;
const STALE_MS = 20000;
const POLL_MS = 250;

// The lock holds our process id and, while a step runs, that of its process: an npm whose launcher
// was killed still owns the directory.
const OWNER = String(process.pid);

/**
 * Runs `work` while no other start in this directory sets anything up. A lock whose owner died (its
 * processes are gone, or its heartbeat stopped) is taken over, so that an interrupted install never
 * blocks the next.
 */
async function withLock(work) {
  makeDirectory(CACHE);
  let announced = false;
  while (!tryTake()) {
    if (!announced) say('another start is setting things up here; waiting for it');
    announced = true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const beat = setInterval(() => fs.utimesSync(FILE, new Date(), new Date()), HEARTBEAT_MS);
  process.on('exit', release);
  onStep((pid) => fs.writeFileSync(FILE, pid === null ? OWNER : `${OWNER} ${pid}`));
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.removeListener('exit', release);
    release();
  }
}

function tryTake() {
  try {
    fs.writeFileSync(FILE, OWNER, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isStale()) remove();
  return false;
}

function isStale() {
  try {
    const pids = fs.readFileSync(FILE, 'utf8').split(' ').map(Number);
    if (pids.length > 1 && isAlive(pids[1])) return false;
    return Date.now() - fs.statSync(FILE).mtimeMs > STALE_MS || (pids[0] > 0 && !isAlive(pids[0]));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function release() {
  if (fs.existsSync(FILE) && fs.readFileSync(FILE, 'utf8').split(' ')[0] === OWNER) remove();
}

function remove() {
  try {
    fs.unlinkSync(FILE);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

module.exports = { withLock };
