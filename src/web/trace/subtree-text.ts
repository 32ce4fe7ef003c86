import { criticalMs } from './critical-path.ts';
import { formatCost, exactCount, formatShare, plural } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { nameOf } from './trace-skeleton.ts';
import { NODE_GROUP, NODE_MISSING } from './trace-tree.ts';
import type { TraceModel } from './use-trace-model.ts';

/** The figures of a row's subtree, each with its word; the row's name first. */
export function subtreeText(model: TraceModel, node: number): string {
  const { tree, columns } = model;
  const name =
    tree.type[node] === NODE_MISSING
      ? `Parent ${tree.missing.get(node) ?? ''}, not received`
      : nameOf(columns, tree.span[node] ?? -1);
  return [name, ...subtreeFigures(model, node).map(({ word, value }) => `${word}: ${value}`)].join(
    '\n',
  );
}

/** One figure of a subtree: a word, its value, and a short form. */
export interface SubtreeFigure {
  readonly word: string;
  readonly value: string;
  readonly short: string;
}

export function subtreeFigures(model: TraceModel, node: number): readonly SubtreeFigure[] {
  const { tree, times, critical, columns } = model;
  const lasted = (times.endMs[node] ?? 0) - (times.startMs[node] ?? 0);
  const self = formatDuration(times.selfMs[node]);
  const path = criticalMs(critical, tree, node);
  const spans = tree.spans[node] ?? 0;
  const tokens = exactCount(tree.tokens[node] ?? 0);
  const cost = formatCost(tree.costUsd[node]);
  const errors = tree.errors[node] ?? 0;
  const share = formatShare(lasted, columns.extentMs);
  const found: (SubtreeFigure | false)[] = [
    {
      word: 'Time',
      value: `${formatDuration(lasted)}, ${share} of the trace`,
      short: `${formatDuration(lasted)} (${share})`,
    },
    spans > 1 &&
      (times.selfMs[node] ?? 0) > 0 && { word: 'Own time', value: self, short: `own ${self}` },
    path > 0 && {
      word: 'On the critical path',
      value: formatDuration(path),
      short: `critical ${formatDuration(path)}`,
    },
    spans > 1 && {
      word: 'With all below',
      value: plural(spans, 'span'),
      short: plural(spans, 'span'),
    },
    (tree.tokens[node] ?? 0) > 0 && { word: 'Tokens', value: tokens, short: `${tokens} tokens` },
    (tree.costUsd[node] ?? 0) > 0 && { word: 'Cost', value: cost, short: cost },
    errors > 0 && { word: 'Errors', value: exactCount(errors), short: plural(errors, 'error') },
    ...(tree.type[node] === NODE_GROUP ? groupFigures(model, node) : []),
  ];
  return found.filter((one) => one !== false);
}

/** Of equal siblings: the shortest, middle and longest of them, and all together. */
function groupFigures({ tree, times }: TraceModel, node: number): readonly SubtreeFigure[] {
  const lasted = Float64Array.from(
    { length: (tree.end[node] ?? 0) - node - 1 },
    (_, index) => (times.endMs[node + 1 + index] ?? 0) - (times.startMs[node + 1 + index] ?? 0),
  ).sort();
  const sum = formatDuration(lasted.reduce((all, one) => all + one, 0));
  const half = formatDuration(lasted[Math.floor(lasted.length / 2)]);
  return [
    {
      word: 'Each',
      value: `${formatDuration(lasted[0])} to ${formatDuration(lasted.at(-1))}, half within ${half}`,
      short: `half within ${half}`,
    },
    { word: 'Together', value: sum, short: `together ${sum}` },
  ];
}
