import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useGrowth } from '#web/platform/http/use-growth.ts';
import { deploymentsOptions } from '#web/metrics/figures.calls.ts';
import type { DeploymentItem } from '#contracts/metrics/deployment.ts';
import { Suspense, useEffect, useState } from 'react';
import { grainOf, useFigureFilter } from '#web/lists/list-filter.ts';
import { useWholeSeries } from '#web/metrics/whole-figures.calls.ts';
import { IconButton } from '#web/ui/button.tsx';
import { FailedLine } from '#web/ui/failed-line.tsx';
import { filterBy, narrowTo, withCondition } from '#web/filter/language/edit.ts';
import { RESOURCE_KEYS } from '#web/filter/language/resource-keys.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';
import { rangeOfWindow, type RangeText } from '#web/platform/time/time-range.ts';
import { SeriesCharts } from './series-charts.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const LatencyMap = lazyPart(async () => ({
  default: (await import('./latency-map.tsx')).LatencyMap,
}));

interface SeriesStripProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  /** Increases with every commit: the figures are fetched again. */
  readonly generation: number;
  readonly onChange: (changes: { range?: string; q?: string | undefined }) => void;
}

const NO_DEPLOYMENTS: readonly DeploymentItem[] = [];
const VIEW = 'telltale.strip';

/** Fetches the figures again as commits come, but not with every one. */
function useRefreshedFigures(project: string, generation: number): void {
  const client = useQueryClient();
  const grow = useGrowth(async () => {
    await Promise.all(
      ['series', 'heatmap', 'deployments'].map((figures) =>
        client.invalidateQueries({ queryKey: [figures, project] }),
      ),
    );
  }, project);
  useEffect(() => {
    if (generation > 0) grow();
  }, [generation, grow]);
}

/**
 * Figures of what the list holds, over its range: as charts, or as a map of latencies. Both narrow
 * the list.
 */
export function SeriesStrip({ project, range, search, generation, onChange }: SeriesStripProps) {
  const filter = useFigureFilter(project)(search);
  const { data, counting, quick: series } = useWholeSeries(project, range, filter);
  const { data: deployments = NO_DEPLOYMENTS } = useQuery(deploymentsOptions(project, range));
  const [isMap, setMap] = useState(readSetting(VIEW) === 'map');
  useRefreshedFigures(project, generation);
  const toggle = (): void => {
    setMap(!isMap);
    writeSetting(VIEW, isMap ? 'charts' : 'map');
  };
  return (
    <section
      aria-label="Charts over the range"
      className="relative h-76 shrink-0 border-b border-line1 pr-36"
    >
      {isMap ? (
        <Suspense>
          <LatencyMap
            {...{ project, range, filter }}
            onChoose={(window, condition) =>
              onChange({
                range: rangeOfWindow(window),
                q: withCondition(search.q ?? '', condition),
              })
            }
          />
        </Suspense>
      ) : data === undefined ? (
        <div className="px-8 py-4">
          <FailedLine
            what="The charts"
            error={series.error}
            onRetry={() => void series.refetch()}
          />
        </div>
      ) : (
        <SeriesCharts
          of={grainOf(search)}
          series={data}
          deployments={deployments}
          counting={counting}
          isStale={series.isPlaceholderData}
          onZoom={(window) => onChange({ range: rangeOfWindow(window) })}
          onVersion={(version) => {
            const field = { anySpan: `${RESOURCE_KEYS}service.version` };
            onChange({ q: narrowTo(search.q ?? '', grainOf(search), field, version) });
          }}
          onErrors={() =>
            onChange({ q: filterBy(search.q ?? '', grainOf(search), 'status', 'ERROR') })
          }
        />
      )}
      <IconButton
        icon={isMap ? 'bars' : 'grid'}
        label={isMap ? 'Show the charts' : 'Show the latency map'}
        aria-pressed={isMap}
        className="absolute top-4 right-6"
        onClick={toggle}
      />
    </section>
  );
}
