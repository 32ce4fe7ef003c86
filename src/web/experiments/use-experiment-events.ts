import { useEffect, useRef, useState } from 'react';
import type { ExperimentEvent } from '#contracts/experiments/experiment-figures.ts';
import { followEvents } from '#web/platform/http/event-stream.ts';
import type { LiveState } from '#web/platform/http/live.ts';
import { usePageSeen } from '#web/platform/browser/page-seen.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { prop, type Json } from '#web/platform/text/json.ts';

const COUNTS = [
  'example_count',
  'repetitions',
  'successful_run_count',
  'failed_run_count',
  'missing_run_count',
  'change_number',
] as const;

/** The content of an experiment event; null for an unknown one. */
export function experimentEventOf(data: Json | undefined): ExperimentEvent | null {
  const id = prop(data, 'experiment_id');
  const counts = COUNTS.map((name) => prop(data, name));
  if (typeof id !== 'string' || !counts.every((count) => typeof count === 'number')) return null;
  const [examples = 0, repetitions = 0, successful = 0, failed = 0, missing = 0, change = 0] =
    counts;
  return {
    experiment_id: id,
    example_count: examples,
    repetitions,
    successful_run_count: successful,
    failed_run_count: failed,
    missing_run_count: missing,
    change_number: change,
    is_deleted: prop(data, 'is_deleted') === true,
  };
}

/** Events less than this apart come together. */
const TOGETHER_MS = 500;

/**
 * Follows what happens to the experiments of a dataset. `onEvents` gets the latest event of each
 * experiment that changed, and an empty list when the stream opens: then what is shown is to be
 * read again. A page that is not seen follows nothing, since browsers open few connections to a
 * server.
 */
export function useExperimentEvents(
  dataset: string,
  onEvents: (events: readonly ExperimentEvent[]) => void,
): LiveState {
  const [state, setState] = useState<LiveState>('off');
  const seen = usePageSeen();
  const callback = useRef(onEvents);
  useEffect(() => {
    callback.current = onEvents;
  });
  useEffect(() => {
    if (!seen) return undefined;
    let latest = new Map<string, ExperimentEvent>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = followEvents(
      `${ROOT_PATH}/v1/datasets/${encodeURIComponent(dataset)}/experiment_events`,
      {
        onState: setState,
        on: {
          // Changes before the stream opened, or while it was down, are unknown.
          ready: () => callback.current([]),
          change: (data) => {
            const event = experimentEventOf(data);
            if (event === null) return;
            latest.set(event.experiment_id, event);
            timer ??= setTimeout(() => {
              timer = undefined;
              const events = [...latest.values()];
              latest = new Map();
              callback.current(events);
            }, TOGETHER_MS);
          },
        },
      },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [dataset, seen]);
  return state;
}
