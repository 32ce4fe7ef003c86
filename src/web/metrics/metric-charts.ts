import { compactCount, formatCost } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';

/** An interval's counts, as the REST interface returns them. */
interface MetricBucket {
  readonly spans: number;
  readonly traces: number | null;
  readonly errors: number;
  readonly failed_traces: number | null;
  readonly latency_p50_ms: number | null;
  readonly latency_p95_ms: number | null;
  readonly latency_p99_ms: number | null;
  readonly time_to_first_token_p50_ms: number | null;
  readonly time_to_first_token_p95_ms: number | null;
  readonly token_count_prompt: number;
  readonly token_count_completion: number;
  readonly cost_usd: number;
}

/** With the models of the interval. */
interface ModelBucket extends MetricBucket {
  readonly models: Readonly<Record<string, Figures>>;
}

/** Equal intervals, oldest first, and all of them as one. */
export interface MetricSeries<Bucket extends MetricBucket = MetricBucket> {
  readonly data: readonly Bucket[];
  readonly totals: Bucket | null;
}

/** One measure over the intervals, as drawn and read. */
export interface MetricLine {
  readonly label: string;
  /** null is neutral. */
  readonly tone: string | null;
  /** null where there is nothing to measure. */
  readonly values: readonly (number | null)[];
  /** Over all intervals, which percentiles and shares are not the sum of. */
  readonly total: number | null;
  /** The rest that no other line contains: there is no value to filter by. */
  readonly isRest?: true;
  /** The same in the period before; undefined where that is not known. */
  readonly previous?: Pick<MetricLine, 'values' | 'total'>;
}

export interface MetricChart {
  readonly id: string;
  readonly title: string;
  /** Bars are stacked. */
  readonly shape: 'lines' | 'bars';
  readonly lines: readonly MetricLine[];
  /** The highest place of the chart. */
  readonly most: number;
  readonly format: (value: number) => string;
  /** Whether its values are shares of a whole. */
  readonly isPercent: boolean;
  /** Whether an interval of it leads to what failed in it alone. */
  readonly leadsToErrors: boolean;
}

/** One value of the breakdown, with its figures. */
export interface MetricPart {
  readonly label: string;
  readonly tone: string;
  readonly series: MetricSeries;
}

/** Measures of models only. */
type Figures = Pick<MetricBucket, 'token_count_prompt' | 'token_count_completion' | 'cost_usd'>;
type Measure<Bucket extends MetricBucket = MetricBucket> = (bucket: Bucket) => number | null;

/** The maximum number of series in a chart: more can't be distinguished. */
const PARTS_MAX = 4;
/** The hues of what is compared, in their fixed order. */
export const PART_TONES = ['tone-llm', 'tone-tool', 'tone-prompt', 'tone-retriever'] as const;

const percent = (value: number): string =>
  `${value > 0 && value < 0.1 ? '<0.1' : value < 10 ? Number(value.toFixed(1)) : Math.round(value)} %`;
const tokensOf = (one: Figures): number => one.token_count_prompt + one.token_count_completion;
/** A cost of nothing is no cost that is known. */
const isCosted = (series: MetricSeries): boolean => series.data.some((one) => one.cost_usd > 0);
/** Whether senders say when the first token came. */
const isTimed = (series: MetricSeries): boolean =>
  series.data.some((one) => one.time_to_first_token_p50_ms !== null);

function countOf(isTraces: boolean): Measure {
  return (one) => (isTraces ? one.traces : one.spans) ?? 0;
}

function failedOf(isTraces: boolean): Measure {
  return (one) => (isTraces ? one.failed_traces : one.errors) ?? 0;
}

/** Failures in a hundred; null where there was nothing that could fail. */
function errorRate(isTraces: boolean): Measure {
  const [count, failed] = [countOf(isTraces), failedOf(isTraces)];
  return (one) => ((count(one) ?? 0) === 0 ? null : ((failed(one) ?? 0) / (count(one) ?? 1)) * 100);
}

/** The charts of everything together. */
export function wholeCharts(
  series: MetricSeries<ModelBucket>,
  isTraces: boolean,
  models: readonly string[] = modelsOf(series),
): readonly MetricChart[] {
  const line = (label: string, tone: string | null, measure: Measure) =>
    lineOf(series, label, tone, measure);
  const [count, failed] = [countOf(isTraces), failedOf(isTraces)];
  const byModel = modelLines(series, models, 'tokens', tokensOf);
  return [
    chart('traffic', isTraces ? 'Traces' : 'Spans', 'bars', compactCount, [
      line('Error', 'tone-error', failed),
      line('OK', null, (one) => Math.max(0, (count(one) ?? 0) - (failed(one) ?? 0))),
    ]),
    chart(
      'errors',
      'Errors',
      'lines',
      percent,
      [line('Error', 'tone-error', errorRate(isTraces))],
      true,
    ),
    chart('latency', 'Latency', 'lines', formatDuration, [
      line('p50', 'tone-tool', (one) => one.latency_p50_ms),
      line('p95', 'tone-retriever', (one) => one.latency_p95_ms),
      line('p99', 'tone-warn', (one) => one.latency_p99_ms),
    ]),
    ...(isTimed(series)
      ? [
          chart('first-token', 'Time to first token', 'lines', formatDuration, [
            line('p50', 'tone-tool', (one) => one.time_to_first_token_p50_ms),
            line('p95', 'tone-retriever', (one) => one.time_to_first_token_p95_ms),
          ]),
        ]
      : []),
    chart('tokens', 'Tokens', 'bars', compactCount, [
      line('in', 'tone-retriever', (one) => one.token_count_prompt),
      line('out', 'tone-llm', (one) => one.token_count_completion),
    ]),
    ...(isCosted(series)
      ? [
          chart(
            'cost',
            'Cost',
            'bars',
            formatCost,
            // A model without a known price has no cost.
            modelLines(series, models, 'cost', (one) => one.cost_usd).filter(({ values }) =>
              values.some((value) => value !== 0),
            ),
          ),
        ]
      : []),
    ...(byModel.length > 1
      ? [chart('tokens-by-model', 'Tokens by model', 'bars', compactCount, byModel)]
      : []),
  ];
}

/**
 * The charts of some values beside each other, and what has none of them, so that bars add up to
 * the whole.
 */
export function brokenDownCharts(
  parts: readonly MetricPart[],
  isTraces: boolean,
  others: MetricSeries | null,
): readonly MetricChart[] {
  const lines = (measure: Measure): readonly MetricLine[] =>
    parts.map(({ label, tone, series }) => lineOf(series, label, tone, measure));
  const sums = (measure: Measure): readonly MetricLine[] => [
    ...lines(measure),
    ...restLine(others, measure),
  ];
  return [
    chart('traffic', isTraces ? 'Traces' : 'Spans', 'bars', compactCount, sums(countOf(isTraces))),
    chart('errors', 'Errors', 'lines', percent, lines(errorRate(isTraces)), true),
    chart(
      'latency-p50',
      'Latency p50',
      'lines',
      formatDuration,
      lines((one) => one.latency_p50_ms),
    ),
    chart(
      'latency-p95',
      'Latency p95',
      'lines',
      formatDuration,
      lines((one) => one.latency_p95_ms),
    ),
    ...(parts.some(({ series }) => isTimed(series))
      ? [
          chart(
            'first-token-p50',
            'Time to first token p50',
            'lines',
            formatDuration,
            lines((one) => one.time_to_first_token_p50_ms),
          ),
          chart(
            'first-token-p95',
            'Time to first token p95',
            'lines',
            formatDuration,
            lines((one) => one.time_to_first_token_p95_ms),
          ),
        ]
      : []),
    chart('tokens', 'Tokens', 'bars', compactCount, sums(tokensOf)),
    ...(parts.some(({ series }) => isCosted(series))
      ? [
          chart(
            'cost',
            'Cost',
            'bars',
            formatCost,
            sums((one) => one.cost_usd),
          ),
        ]
      : []),
  ];
}

/** No line where there are no others. */
function restLine(others: MetricSeries | null, measure: Measure): readonly MetricLine[] {
  if (others === null || others.data.every((one) => (measure(one) ?? 0) === 0)) return [];
  return [{ ...lineOf(others, 'others', null, measure), isRest: true }];
}

function lineOf<Bucket extends MetricBucket>(
  { data, totals }: MetricSeries<Bucket>,
  label: string,
  tone: string | null,
  measure: Measure<Bucket>,
): MetricLine {
  return {
    label,
    tone,
    values: data.map(measure),
    total: totals === null ? null : measure(totals),
  };
}

/**
 * Models that cost, or where nothing does, those with tokens; most first, so that each has the same
 * hue in all charts.
 */
export function modelsOf(series: MetricSeries<ModelBucket>): readonly string[] {
  const sums = new Map<string, [cost: number, tokens: number]>();
  for (const { models } of series.data)
    for (const [model, figures] of Object.entries(models)) {
      const [cost, tokens] = sums.get(model) ?? [0, 0];
      sums.set(model, [cost + figures.cost_usd, tokens + tokensOf(figures)]);
    }
  return [...sums]
    .filter(([, [cost, tokens]]) => cost > 0 || tokens > 0)
    .toSorted(
      ([nameA, [costA, tokensA]], [nameB, [costB, tokensB]]) =>
        costB - costA || tokensB - tokensA || (nameA < nameB ? -1 : 1),
    )
    .map(([model]) => model);
}

/** By model where there are several: the first of them, and the others together. */
function modelLines(
  series: MetricSeries<ModelBucket>,
  names: readonly string[],
  name: string,
  measure: (one: Figures) => number,
): readonly MetricLine[] {
  // The period before may have had others beside it.
  if (names.length < 2 && modelsOf(series).every((one) => one === names[0]))
    return [lineOf(series, names[0] ?? name, 'tone-llm', measure)];
  const shown = names.slice(0, names.length > PARTS_MAX ? PARTS_MAX - 1 : PARTS_MAX);
  const of =
    (model: string): Measure<ModelBucket> =>
    ({ models }) => {
      const figures = Object.hasOwn(models, model) ? models[model] : undefined;
      return figures === undefined ? 0 : measure(figures);
    };
  const lines = shown.map((model, at) =>
    withTotal(lineOf(series, model, PART_TONES[at] ?? null, of(model))),
  );
  const rest: Measure<ModelBucket> = (one) =>
    Math.max(0, measure(one) - shown.reduce((sum, model) => sum + (of(model)(one) ?? 0), 0));
  return names.length > PARTS_MAX
    ? [...lines, withTotal(lineOf(series, 'others', null, rest))]
    : lines;
}

/** A sum of its intervals: totals do not say models where a filter narrows. */
function withTotal(line: MetricLine): MetricLine {
  return { ...line, total: line.values.reduce<number>((sum, value) => sum + (value ?? 0), 0) };
}

function chart(
  id: string,
  title: string,
  shape: MetricChart['shape'],
  format: MetricChart['format'],
  lines: readonly MetricLine[],
  leadsToErrors = false,
): MetricChart {
  return {
    id,
    title,
    shape,
    format,
    lines,
    most: highest(shape, lines),
    isPercent: format === percent,
    leadsToErrors,
  };
}

/** The highest place that lines reach. */
export function highest(shape: MetricChart['shape'], lines: readonly MetricLine[]): number {
  const length = lines[0]?.values.length ?? 0;
  let most = 0;
  for (let index = 0; index < length; index += 1) {
    const values = lines.map((line) => line.values[index] ?? 0);
    most = Math.max(
      most,
      shape === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values),
    );
  }
  return most;
}

/** A value as it reads in a chart; what was not measured reads as nothing. */
export function readingOf(
  shown: Pick<MetricChart, 'format'>,
  value: number | null | undefined,
): string {
  return value === null || value === undefined ? '' : shown.format(value);
}
