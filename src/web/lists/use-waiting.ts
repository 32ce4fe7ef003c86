import { useCallback, useEffect, useRef, useState } from 'react';
import { PAGE_ROWS } from './rows.calls.ts';
import { plural } from '#web/platform/text/format-number.ts';

interface Row {
  readonly id: string;
}

export interface WaitingRows {
  /** The rows' name, such as "new trace", and the text after it. */
  readonly noun: string;
  readonly after?: string;
  /** The rows read; null if the list wasn't read from its top. */
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
 * New rows while the list is scrolled down. Commits count spans of the whole project, but the list shows traces, or a filter: so its newest
 * page is read again and compared with the loaded rows.
 */
export function useWaiting({ noun, after = '', known, newest }: WaitingRows): Waiting {
  const [count, setCount] = useState(0);
  const current = useRef({ known, newest });
  /** The first row at the first read, if the list wasn't read from its top. */
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
