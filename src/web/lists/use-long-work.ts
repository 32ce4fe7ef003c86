import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '#web/ui/notices/toasts.ts';

export interface Work {
  /** Such as "Deleting". */
  readonly what: string;
  readonly rows: number;
}

interface Progress {
  readonly onProgress: (rows: number) => void;
  readonly signal: AbortSignal;
}

/**
 * One long-running task at a time: its progress, and a function to stop it. A toast reports
 * failures.
 */
export function useLongWork() {
  const [work, setWork] = useState<Work | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const run = useCallback(
    async (what: string, job: (progress: Progress) => Promise<void>): Promise<void> => {
      controller.current?.abort();
      const mine = new AbortController();
      controller.current = mine;
      setWork({ what, rows: 0 });
      try {
        await job({ signal: mine.signal, onProgress: (rows) => setWork({ what, rows }) });
      } catch (error) {
        if (!mine.signal.aborted)
          showToast({
            tone: 'error',
            text: `${what} failed: ${error instanceof Error ? error.message : 'unknown reason'}`,
          });
      } finally {
        if (controller.current === mine) setWork(null);
      }
    },
    [],
  );
  const stop = useCallback(() => {
    controller.current?.abort();
    setWork(null);
  }, []);
  return { work, run, stop };
}
