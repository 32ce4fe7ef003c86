import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SessionSkeleton, SessionTurn } from '#web/platform/http/model.ts';
import { TURNS_READ, sessionTurnsOptions } from '#web/sessions/sessions.calls.ts';

/**
 * The content of the turns on screen, read in batches; a turn is undefined until its batch has arrived, and an Error when it could not be
 * read.
 */
export function useTurns(skeleton: SessionSkeleton, first: number, last: number): (index: number) => SessionTurn | Error | undefined {
  const firstBatch = Math.floor(first / TURNS_READ);
  const lastBatch = Math.floor(last / TURNS_READ);
  const batches = Array.from({ length: lastBatch - firstBatch + 1 }, (_, at) => firstBatch + at);
  const results = useQueries({
    queries: batches.map((batch) =>
      sessionTurnsOptions(skeleton.session.id, skeleton.trace_ids.slice(batch * TURNS_READ, (batch + 1) * TURNS_READ)),
    ),
  });
  return useCallback(
    (index: number) => {
      const result = results[Math.floor(index / TURNS_READ) - firstBatch];
      if (result?.error instanceof Error) return result.error;
      const id = skeleton.trace_ids[index];
      return result?.data?.find((turn) => turn.trace_id === id);
    },
    [results, firstBatch, skeleton],
  );
}
