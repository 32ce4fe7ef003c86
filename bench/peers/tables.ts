import { quantile } from '../load/load-generator.ts';
import { reportOf } from '../load/send-requests.ts';
import type { LoadResult } from './compare-load.ts';
import type { Loss } from './losses.ts';
import { READS } from './peer.ts';

/** Markdown: a row for each product. */
export function ingestTable(load: string, results: readonly LoadResult[]): string {
  const rows = results.map((result) => {
    const { spans, ackP50Ms, ackP99Ms, errors } = reportOf(result.sent);
    const rates = result.rates.toSorted((a, b) => a - b);
    const share = (bytes: number): string => `${((100 * bytes) / result.otlpBytes).toFixed(1)} %`;
    return [
      result.name,
      whole(spans),
      `${whole(quantile(rates, 0.5))}, ${whole(quantile(rates, 1))}`,
      (result.ingestCpuMicros / spans).toFixed(1),
      `${whole(ackP50Ms)}, ${whole(ackP99Ms)}`,
      whole(result.peakMb),
      share(result.diskAsIngested),
      share(result.diskSettled),
      (result.settleCpuMicros / spans).toFixed(1),
      whole(result.settleSeconds),
      Object.keys(errors).length === 0 ? '' : JSON.stringify(errors),
    ];
  });
  return table(
    [
      load,
      'spans',
      'spans/s, median and best turn',
      'CPU, µs/span',
      'reply p50, p99, ms',
      'peak MB',
      'disk as ingested',
      'settled',
      'CPU of settling, µs/span',
      'seconds',
      'refused',
    ],
    rows,
  );
}

/** Markdown: p50 and p95 of each read, the CPU of one, and how many spans were found. */
export function readTable(results: readonly LoadResult[]): string {
  const rows = READS.map((name) => [
    name,
    ...results.map(({ reads }) => {
      const read = reads.find((one) => one.name === name);
      if (read === undefined) return '';
      const sorted = read.millis.toSorted((a, b) => a - b);
      const at = (share: number): string => quantile(sorted, share).toFixed(1);
      return `${at(0.5)}, ${at(0.95)} ms; CPU ${read.cpuMs.toFixed(1)} ms (${read.found} found)`;
    }),
  ]);
  return table(['p50, p95', ...results.map(({ name }) => name)], rows);
}

export function lossTable(losses: readonly Loss[]): string {
  const rows = losses.map(({ name, acknowledged, stored, seconds }) => [
    name,
    seconds.toFixed(1),
    whole(acknowledged),
    whole(stored),
    whole(Math.max(0, acknowledged - stored)),
  ]);
  return table(['kill -9', 'after seconds', 'acknowledged', 'stored', 'lost'], rows);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return ['', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
