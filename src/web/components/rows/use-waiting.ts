import { useCallback, useEffect, useRef, useState } from 'react';
import { PAGE_ROWS } from '../../api/rows.ts';
import { plural } from '../../lib/format-number.ts';

interface Row {
  readonly id: string;
}

export interface WaitingRows {
  /** What the rows are called, such as "new trace", and what is said behind it. */
  readonly noun: string;
  readonly after?: string;
  /** What was read; null where the top of the list was not. */
  readonly known: readonly Row[] | null;
  /** Reads the first page as it is now. */
  readonly newest: () => Promise<readonly Row[]>;
}

interface Waiting {
  /** Such as "12 new traces"; null when nothing waits. */
  readonly label: string | null;
  readonly look: () => void;
  readonly clear: () => void;
}

/**
 * What came in while the list was scrolled down. Commits count spans of the whole project; the list has traces, or a filter:
 * so its newest page is read again and compared with what is loaded.
 */
export function useWaiting({ noun, after = '', known, newest }: WaitingRows): Waiting {
  const [count, setCount] = useState(0);
  const current = useRef({ known, newest });
  /** What stood at the top at the first look, where the list was not read from there. */
  const top = useRef<readonly Row[]>(null);
  useEffect(() => {
    current.current = { known, newest };
  });
  const busy = useRef(false);
  const look = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    const compare = async (): Promise<void> => {
      const page = await current.current.newest();
      top.current ??= page;
      const ids = new Set((current.current.known ?? top.current).map((row) => row.id));
      setCount(page.filter((row) => !ids.has(row.id)).length);
    };
    compare()
      .catch(() => undefined) // the next commit looks again
      .finally(() => {
        busy.current = false;
      });
  }, []);
  const clear = useCallback(() => {
    top.current = null;
    setCount(0);
  }, []);
  if (count === 0) return { label: null, look, clear };
  return { label: `${count >= PAGE_ROWS ? `${count}+ ${noun}s` : plural(count, noun)}${after}`, look, clear };
}
