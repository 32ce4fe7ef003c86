import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Distributions as Histograms, Histogram } from '#contracts/metrics/distribution.ts';
import { getDistributions } from '#contracts/metrics/routes.ts';
import { call } from '#web/platform/http/client.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { STALE_MS, chartParams, ofProject } from './figures.calls.ts';
import {
  figureParams,
  grainOf,
  useFigureFilter,
  type FigureFilter,
} from '#web/lists/list-filter.ts';
import { BandAxis, TopLabel } from '#web/ui/chart/axis.tsx';
import { Hover } from '#web/ui/chart/hover.tsx';
import { Bars } from '#web/ui/chart/marks.tsx';
import { FailedLine } from '#web/ui/failed-line.tsx';
import { quoted } from '#web/filter/language/condition.ts';
import { narrowedBy } from '#web/filter/language/edit.ts';
import { compactCount, exactCount, formatCost, plural } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import type { MetricsSearch } from './metrics-search.ts';

/** How figures of what a list holds are distributed. */
function distributionsOptions(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  refetchInterval: number | false,
) {
  return queryOptions({
    queryKey: ['distributions', project, range, filter],
    queryFn: async ({ signal }) => {
      return (
        await call(getDistributions, {
          ...ofProject(project),
          query: { ...chartParams(range), ...figureParams(filter) },
          signal,
        })
      ).data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchInterval,
  });
}

interface DistributionsProps {
  readonly project: string;
  readonly search: MetricsSearch;
  readonly range: string;
  readonly refetchMs: number | false;
}

interface Shown {
  readonly title: string;
  readonly histogram: Histogram;
  readonly tone: string;
  readonly format: (value: number) => string;
  /** What a filter calls the value. */
  readonly field: string;
}

/** Those that have something in them. */
function shownOf(data: Histograms, isTraces: boolean): readonly Shown[] {
  const tokens = isTraces ? 'token_count_total' : 'llm.token_count.total';
  const annotations = isTraces ? 'trace_annotations' : 'annotations';
  const all: readonly Shown[] = [
    {
      title: 'Latency',
      histogram: data.latency_ms,
      tone: 'tone-tool',
      format: formatDuration,
      field: 'latency_ms',
    },
    {
      title: 'Tokens',
      histogram: data.token_count,
      tone: 'tone-retriever',
      format: compactCount,
      field: tokens,
    },
    {
      title: 'Cost',
      histogram: data.cost_usd,
      tone: 'tone-llm',
      format: formatCost,
      field: 'total_cost',
    },
    ...data.scores.map(({ name, histogram }) => ({
      title: `Score: ${name}`,
      histogram,
      tone: 'tone-evaluator',
      format: (value: number) => String(Number(value.toPrecision(3))),
      field: `${annotations}[${quoted(name)}].score`,
    })),
  ];
  return all.filter(({ histogram }) => histogram.count > 0);
}

/** Histograms of latency, tokens, cost and scores; a bar leads to what is in it. */
export function Distributions({ project, search, range, refetchMs }: DistributionsProps) {
  const filter = useFigureFilter(project)(search);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    distributionsOptions(project, range, filter, refetchMs),
  );
  const navigate = useNavigate();
  if (data === undefined)
    return <FailedLine what="The distributions" error={error} onRetry={() => void refetch()} />;
  const isTraces = grainOf(search) === 'traces';
  const shown = shownOf(data, isTraces);
  if (shown.length === 0) return null;
  const open = ({ field, histogram: { edges } }: Shown, bar: number): void => {
    const upper = bar === edges.length - 2 ? '<=' : '<';
    const within = `${field} >= ${edges[bar] ?? 0} and ${field} ${upper} ${edges[bar + 1] ?? 0}`;
    const q = narrowedBy(search.q ?? '', grainOf(search), within);
    const scope = search.scope === undefined ? {} : { scope: search.scope };
    void navigate({
      to: '/projects/$project/traces',
      params: { project },
      search: { range, q, ...scope },
    });
  };
  const { complete, scanned } = data.coverage;
  const noun = isTraces ? 'trace' : 'span';
  return (
    <section
      aria-label="Distributions"
      className={`flex flex-col gap-8 px-12 pb-12 ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <p className="nums flex items-baseline gap-8">
        <strong className="text-13 font-semibold">Distributions</strong>
        <span className="text-12 text-text3">
          {complete ? `of ${plural(scanned, noun)}` : `of the newest ${plural(scanned, noun)}`} ·
          click a bar for what is in it
        </span>
      </p>
      <div className="grid grid-cols-4 gap-12 max-[1199px]:grid-cols-2 max-[599px]:grid-cols-1">
        {shown.map((one) => (
          <HistogramFigure
            key={one.title}
            shown={one}
            noun={noun}
            onOpen={(bar) => open(one, bar)}
          />
        ))}
      </div>
    </section>
  );
}

/** Of a chart, as in its class. CSS pixels. */
const HEIGHT = 96;

function HistogramFigure({
  shown,
  noun,
  onOpen,
}: {
  shown: Shown;
  noun: string;
  onOpen: (bar: number) => void;
}) {
  const { title, histogram, tone, format } = shown;
  const { edges, counts, count } = histogram;
  const [bar, setBar] = useState<number | null>(null);
  const placeOf = (first: number, last = first): string =>
    `${format(edges[first] ?? 0)} to ${format(edges[last + 1] ?? 0)}`;
  const content = bar === null ? exactCount(count) : plural(counts[bar] ?? 0, noun);
  return (
    <section
      aria-label={`${title}, distribution`}
      className="flex min-w-0 flex-col gap-6 rounded-popover border border-line1 p-12"
    >
      <div className="nums flex items-baseline gap-8">
        <h2 className="clip min-w-0 text-13 font-semibold">{title}</h2>
        <span className="clip ml-auto min-w-0 text-12 text-text3">{content}</span>
      </div>
      <div className="flex h-96 flex-col border-b border-line1">
        <Hover
          label={`Distribution of ${title}`}
          count={counts.length}
          cursor={bar}
          onCursor={setBar}
          reading={bar === null ? '' : `${placeOf(bar)}: ${content}`}
          hint="Arrow keys read the bars, Enter lists what is in one"
          placeOf={placeOf}
          onOpen={onOpen}
        >
          <Bars height={HEIGHT} series={[{ values: counts, tone }]} />
          <TopLabel most={Math.max(...counts)} format={compactCount} />
        </Hover>
      </div>
      <BandAxis edges={edges} format={format} />
    </section>
  );
}
