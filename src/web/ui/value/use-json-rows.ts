import { useCallback, useEffect, useRef, useState } from 'react';
import type { JsonRow } from './json-tree.ts';
import { ValueClient } from './value-client.ts';
import type { ValueQuestion } from './value-protocol.ts';

/** Rows read around what is on screen, so that scrolling on finds them there. */
const AHEAD = 60;

export interface JsonRows {
  /** null until the value was read, -1 when it is no JSON. */
  readonly count: number | null;
  readonly error: Error | null;
  /** The row, once it was read. */
  readonly row: (index: number) => JsonRow | undefined;
  /** Says which rows are on screen. */
  readonly show: (from: number, to: number) => void;
  /** Changes what is open. */
  readonly change: (question: ValueQuestion) => Promise<number>;
  readonly client: ValueClient | null;
}

/** A JSON text as rows, parsed in a thread: the page never waits, whatever the size. */
export function useJsonRows(text: string): JsonRows {
  const [client, setClient] = useState<ValueClient | null>(null);
  const [count, setCount] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [page, setPage] = useState<{ readonly from: number; readonly rows: readonly JsonRow[] }>({ from: 0, rows: [] });
  const wanted = useRef({ from: 0, to: AHEAD });
  useEffect(() => {
    const made = new ValueClient();
    setClient(made);
    setCount(null);
    setPage({ from: 0, rows: [] });
    made.ask({ type: 'open', text }).then(
      ({ rowCount = -1 }) => setCount(rowCount),
      (failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))),
    );
    return () => made.stop();
  }, [text]);
  const read = useCallback(async () => {
    if (client === null) return;
    const from = Math.max(0, wanted.current.from - AHEAD);
    const { rows = [] } = await client.ask({ type: 'rows', from, to: wanted.current.to + AHEAD });
    setPage({ from, rows });
  }, [client]);
  useEffect(() => {
    if (count !== null && count > 0) void read();
  }, [count, read]);
  const show = useCallback(
    (from: number, to: number) => {
      wanted.current = { from, to };
      if (from < page.from || to > page.from + page.rows.length) void read();
    },
    [page, read],
  );
  const change = useCallback(
    async (question: ValueQuestion) => {
      if (client === null) return -1;
      const { rowCount, row = -1 } = await client.ask(question);
      if (rowCount !== undefined) setCount(rowCount);
      await read();
      return row;
    },
    [client, read],
  );
  const row = useCallback((index: number) => page.rows[index - page.from], [page]);
  return { count, error, row, show, change, client };
}
