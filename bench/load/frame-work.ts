import { evaluationFrame } from './evaluation-frame.ts';

/**
 * What `bench/evaluations.ts` has sent beside ingest, in a process of its own: told to begin, it sends frame after frame until it is told to stop, and
 * says for each how long it took. Frames are made before they are asked for: what that costs is not the server's.
 */
export interface FrameOrder {
  readonly isOver: boolean;
}
export interface FrameDone {
  /** Null: nothing is sent any more, and the next frame is made. */
  readonly seconds: number | null;
}

const [url = '', rows = '0'] = process.argv.slice(2);
let isOver = true;
let number = 0;
let next = frame();

process.on('message', (order: FrameOrder) => {
  isOver = order.isOver;
  if (!isOver) void send();
});
process.on('disconnect', () => process.exit());

async function send(): Promise<void> {
  while (!isOver) {
    const began = performance.now();
    const body = next;
    const reply = await fetch(`${url}/v1/evaluations`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-pandas-arrow' },
      body: new Uint8Array(body),
    });
    if (reply.status !== 204) throw new Error(`POST /v1/evaluations answered ${reply.status}: ${await reply.text()}`);
    process.send?.({ seconds: (performance.now() - began) / 1_000 } satisfies FrameDone);
    next = frame();
  }
  process.send?.({ seconds: null } satisfies FrameDone);
}

function frame(): Buffer {
  number += 1;
  return evaluationFrame(`beside ${number}`, Number(rows));
}
