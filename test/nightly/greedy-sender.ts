import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

interface Greed {
  readonly url: string;
  readonly key: string;
  readonly perSecond: number;
  readonly body: Uint8Array;
}

/**
 * A thread that repeats the same request at a given pace, whatever the reply, until it is stopped.
 */
const { url, key, perSecond, body } = workerData as Greed; // as: what the test gives it
const STEP_MS = 20;
const UNDER_WAY_MAX = 100;
const agent = new http.Agent({ keepAlive: true, maxSockets: UNDER_WAY_MAX });
const counts = { taken: 0, refused: 0 };
let underWay = 0;

function send(): void {
  underWay += 1;
  const headers = {
    'content-type': 'application/x-protobuf',
    'content-length': body.length,
    api_key: key,
  };
  const request = http.request(url, { method: 'POST', agent, headers }, (reply) => {
    if (reply.statusCode === 200) counts.taken += 1;
    else counts.refused += 1;
    reply.resume().once('close', () => (underWay -= 1));
  });
  request.on('error', () => (underWay -= 1)).end(body);
}

const timer = setInterval(() => {
  for (let due = (perSecond * STEP_MS) / 1_000; due > 0 && underWay < UNDER_WAY_MAX; due--) send();
}, STEP_MS);

parentPort?.once('message', () => {
  clearInterval(timer);
  agent.destroy();
  parentPort?.postMessage(counts);
  parentPort?.close();
});
