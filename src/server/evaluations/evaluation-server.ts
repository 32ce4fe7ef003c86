import type { EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationHead } from '#core/annotation/evaluation-frame.ts';
import type { FileLimits } from '#server/files/file-limits.ts';
import type { CallResult, IncomingCall } from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import type { EvaluationBody } from './evaluation-reader.ts';

/** A frame's metadata, sent when it is opened. */
export interface EvaluationsOpened {
  readonly head: EvaluationHead;
  /**
   * Of each row the eight bytes of its span's id, zeros for what is no such id; empty where rows
   * are about other things.
   */
  readonly spanIds: Uint8Array;
}
const SPAN_ID_BYTES = 8;
const SPAN_ID = /^[0-9a-f]{16}$/i;

export interface OpenParams {
  readonly body: EvaluationBody;
  readonly limits: FileLimits;
}

/**
 * Reads frames of evaluations inside their thread: `open` one, request the `next` batch until there
 * is none, or `close` it before. One at a time. Opening reads all rows once, so that a frame with a
 * bad row stores nothing; they are read again to be stored, so none are kept in memory.
 */
export function evaluationHandler(): (call: IncomingCall) => Promise<CallResult> {
  let batches: AsyncGenerator<EvaluationBatch> | null = null;
  const close = async (): Promise<void> => {
    await batches?.return(undefined);
    batches = null;
  };
  return async ({ method, params }) => {
    if (method === 'open') {
      await close();
      // The library is large, and most servers get no frames.
      const { openEvaluations } = await import('./evaluation-reader.ts');
      const { body, limits } = typedReply<OpenParams>(params);
      const { head, batches: once } = await openEvaluations(body, limits);
      const spanIds: Uint8Array[] = [];
      for await (const { targetIds } of once)
        if (head.target === 'span' || head.target === 'document')
          spanIds.push(bytesOfIds(targetIds));
      batches = (await openEvaluations(body, limits)).batches;
      return { value: { head, spanIds: Buffer.concat(spanIds) } satisfies EvaluationsOpened };
    }
    if (method === 'next') {
      const next = await batches?.next();
      return { value: next === undefined || next.done === true ? null : next.value };
    }
    if (method === 'close') return { value: await close() };
    throw new Error(`The evaluation thread knows no method ${method}.`);
  };
}

function bytesOfIds(ids: readonly string[]): Uint8Array {
  const bytes = Buffer.alloc(ids.length * SPAN_ID_BYTES);
  for (const [at, id] of ids.entries())
    if (SPAN_ID.test(id)) bytes.write(id, at * SPAN_ID_BYTES, 'hex');
  return bytes;
}
