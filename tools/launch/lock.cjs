'use strict';

const fs = require('fs');
const path = require('path');
const { CACHE, makeDirectory, say } = require('./run.cjs');

const FILE = path.join(CACHE, 'lock');
const HEARTBEAT_MS = 2000;
const STALE_MS = 20000;
const POLL_MS = 250;

/**
 * Runs `work` while no other start in this directory sets anything up. A lock whose owner died (its process is gone, or its
 * heartbeat stopped) is taken over, so that an interrupted install never blocks the next.
 */
async function withLock(work) {
  makeDirectory(CACHE);
  let told = false;
  while (!tryTake()) {
    if (!told) say('another start is setting things up here; waiting for it');
    told = true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const beat = setInterval(() => fs.utimesSync(FILE, new Date(), new Date()), HEARTBEAT_MS);
  process.on('exit', release);
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
    fs.writeFileSync(FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isStale()) remove();
  return false;
}

function isStale() {
  try {
    if (Date.now() - fs.statSync(FILE).mtimeMs > STALE_MS) return true;
    const pid = Number(fs.readFileSync(FILE, 'utf8'));
    return pid > 0 && !isAlive(pid);
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
  if (fs.existsSync(FILE) && fs.readFileSync(FILE, 'utf8') === String(process.pid)) remove();
}

function remove() {
  try {
    fs.unlinkSync(FILE);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

module.exports = { withLock };
