import { useEffect, useRef, useState } from 'react';
import type { JsonRows } from './use-json-rows.ts';

interface JsonSearch {
  readonly at: number;
  readonly count: number;
  readonly step: (by: 1 | -1) => void;
}

/** Searches a value that is shown as rows, and goes to the first hit; `onRow` receives its row. */
export function useJsonSearch(rows: Pick<JsonRows, 'client' | 'change'>, needle: string, onRow: (row: number) => void): JsonSearch {
  const [hits, setHits] = useState<readonly number[]>([]);
  const [at, setAt] = useState(0);
  const goTo = async (nodes: readonly number[], index: number): Promise<void> => {
    const node = nodes[index];
    setAt(index);
    if (node === undefined) return;
    const row = await rows.change({ type: 'reveal', node });
    if (row >= 0) onRow(row);
  };
  const latest = useRef(goTo);
  useEffect(() => {
    latest.current = goTo;
  });
  const { client } = rows;
  useEffect(() => {
    let current = true;
    const find = async (): Promise<void> => {
      const { nodes = [] } = needle === '' ? {} : ((await client?.ask({ type: 'find', text: needle })) ?? {});
      if (!current) return;
      setHits(nodes);
      await latest.current(nodes, 0);
    };
    void find();
    return () => {
      current = false;
    };
  }, [needle, client]);
  return { at, count: hits.length, step: (by) => void goTo(hits, (at + by + hits.length) % Math.max(1, hits.length)) };
}
