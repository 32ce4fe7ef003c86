import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * Below those that Linux gives to sockets that bind to port 0 or connect: no other test running now
 * is handed one of these.
 */
const [FROM, TO] = [15_000, 32_000];
const TRIES = 100;

/**
 * A port that nothing listens on right now, for a server that must be reachable before it says
 * where it is.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FROM, TO);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${TRIES} ports from ${FROM} to ${TO} is free.`);
}

function isFree(port: number): Promise<boolean> {
  const probe = net.createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
