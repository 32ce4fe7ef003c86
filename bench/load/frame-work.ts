import { evaluationFrame } from './evaluation-frame.ts';

/**
 * The sender of evaluation frames beside ingest for `bench/evaluations.ts`, in a separate process:
 * once started, it sends frame after frame until it is stopped, and reports the duration of each.
 * Frames are built before they are needed, so that building them doesn't count as the server's
 * cost.
 */
export interface FrameOrder {
  readonly isOver: boolean;
}
export interface FrameDone {
  /** Null: sending has stopped, and the next frame is built. */
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
    if (reply.status !== 204)
      throw new Error(`POST /v1/evaluations answered ${reply.status}: ${await reply.text()}`);
    process.send?.({ seconds: (performance.now() - began) / 1_000 } satisfies FrameDone);
    next = frame();
  }
  process.send?.({ seconds: null } satisfies FrameDone);
}

function frame(): Buffer {
  number += 1;
  return evaluationFrame(`beside ${number}`, Number(rows));
}
