import { answerStatistics } from '#core/statistics/statistics-request.ts';
import type { StatisticsRequest } from '#core/statistics/statistics-request.ts';
import type { CallResult, IncomingCall } from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';

/** Answers requests for statistics inside their thread. `close` only shows that the thread is free. */
export async function handleStatistics({ method, params, budget }: IncomingCall): Promise<CallResult> {
  if (method === 'run') return { value: answerStatistics(typedReply<StatisticsRequest>(params), budget) };
  if (method === 'close') return { value: null };
  throw new Error(`The statistics thread knows no method ${method}.`);
}
