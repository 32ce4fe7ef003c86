import { useCallback, useEffect, useRef, useState } from 'react';
import { PAGE_ROWS } from '../../api/rows.ts';
import { plural } from '../../lib/format-number.ts';

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
export function useWaiting(
  noun: string,
  known: readonly { readonly id: string }[],
  newest: () => Promise<readonly { readonly id: string }[]>,
): Waiting {
  const [count, setCount] = useState(0);
  const current = useRef({ known, newest });
  useEffect(() => {
    current.current = { known, newest };
  });
  const busy = useRef(false);
  const look = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    const compare = async (): Promise<void> => {
      const page = await current.current.newest();
      const ids = new Set(current.current.known.map((row) => row.id));
      setCount(page.filter((row) => !ids.has(row.id)).length);
    };
    compare()
      .catch(() => undefined) // the next commit looks again
      .finally(() => {
        busy.current = false;
      });
  }, []);
  const clear = useCallback(() => setCount(0), []);
  if (count === 0) return { label: null, look, clear };
  return { label: count >= PAGE_ROWS ? `${count}+ new ${noun}s` : plural(count, `new ${noun}`), look, clear };
}
