import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getAnnotationFigures } from '#contracts/annotations/routes.ts';
import type { AnnotationNames } from '#web/filter/language/annotation-choices.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { projectConfigsOptions } from './configs/annotation-configs.calls.ts';
import { call } from '#web/platform/http/client.ts';
import { windowParams } from '#web/projects/projects.calls.ts';

const TARGETS = ['span', 'trace', 'session'] as const;

function figuresOptions(project: string, range: RangeText, enabled: boolean) {
  return {
    queryKey: ['annotation-names', project, range],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      return (
        await call(getAnnotationFigures, {
          params: { project_identifier: project },
          query: { buckets: 1, ...windowParams(range) },
          signal,
        })
      ).data;
    },
    enabled,
    staleTime: 30_000,
  };
}

/**
 * Under which names things of a project were annotated in a range, and may be by its configs, with
 * their labels.
 */
export function useAnnotationNames(
  project: string,
  range: RangeText,
  enabled: boolean,
): readonly AnnotationNames[] {
  const { data: figures } = useQuery(figuresOptions(project, range, enabled));
  const { data: configs } = useQuery({ ...projectConfigsOptions(project), enabled });
  return useMemo(() => {
    const known = new Map<
      string,
      AnnotationNames & { labels: Map<string, number>; count: number }
    >();
    const entry = (target: AnnotationNames['target'], name: string) => {
      const key = `${target} ${name}`;
      const found = known.get(key) ?? { target, name, labels: new Map<string, number>(), count: 0 };
      known.set(key, found);
      return found;
    };
    for (const { target, name, labels, count } of figures ?? []) {
      const one = entry(target, name);
      one.count += count;
      // Rare ones are together under the empty label.
      for (const [label, times] of Object.entries(labels))
        if (label !== '') one.labels.set(label, (one.labels.get(label) ?? 0) + times);
    }
    for (const config of configs ?? [])
      for (const target of TARGETS) {
        const { labels } = entry(target, config.name);
        if (config.type === 'CATEGORICAL')
          for (const { label } of config.values) labels.set(label, labels.get(label) ?? 0);
      }
    return [...known.values()].toSorted((a, b) => b.count - a.count);
  }, [figures, configs]);
}
