import {
  exactCost,
  formatCost,
  compactCount,
  exactCount,
  formatShare,
} from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import type { TraceModel } from './use-trace-model.ts';

/** The content of the last column. */
export const FIGURES = ['cost', 'tokens', 'self', 'duration', 'share'] as const;
export type Figure = (typeof FIGURES)[number];

export const FIGURE_WORDS: Readonly<Record<Figure, string>> = {
  cost: 'Cost',
  tokens: 'Tokens',
  self: 'Own time',
  duration: 'Time',
  share: 'Share',
};

/** How a row is laid out: which columns there are, and how wide. */
export interface TraceLayout {
  readonly rowHeight: number;
  /** Whether name and bar share a line, or the bar lies under the name (narrow screens). */
  readonly twoLines: boolean;
  /** CSS pixels of the name's column; 0 without one. */
  readonly nameWidth: number;
  readonly timeline: boolean;
  /** How many labels the ruler has room for. */
  readonly ticksMax: number;
  readonly figures: readonly Figure[];
}

/** Room for the longest cost, $0.00000123. */
export const FIGURE_WIDTH = 92;
/**
 * How wide the names are until a reader chooses: 330 where there is room, and never so much that
 * the bars have less.
 */
const NAME_DEFAULT = 330;
const NAME_DEFAULT_SHARE = 0.41;
const ROW = 26;
const ROW_TWO_LINES = 44;
/** The padding of rows of two lines. */
const TWO_LINES_INSET = 12;
/** Narrower than this, a row has two lines. */
const ONE_LINE_MIN = 480;
/** Narrower than this, there is no room for a figure beside name and bar. */
const FIGURE_MIN = 640;
const NAME_MIN = 140;
const TIMELINE_MIN = 140;
/** Room for a label of the ruler; round steps leave some air. */
const TICK_PX = 50;
const TICKS_MAX = 6;

/**
 * The columns for a width in CSS pixels; the name as wide as requested, as far as the timeline
 * keeps enough space. Without a request (null), names and bars share the space.
 */
export function layoutFor(
  width: number,
  view: 'both' | 'tree' | 'timeline',
  nameAsked: number | null,
  figure: Figure,
): TraceLayout {
  const twoLines = width < ONE_LINE_MIN && view === 'both';
  const base = {
    twoLines,
    rowHeight: twoLines ? ROW_TWO_LINES : ROW,
    ticksMax: twoLines ? 3 : TICKS_MAX,
  };
  if (view === 'tree')
    return {
      ...base,
      nameWidth: width,
      timeline: false,
      figures: width < FIGURE_MIN ? ['duration', figure] : ['duration', 'self', 'tokens', 'cost'],
    };
  const figures = width < FIGURE_MIN ? [] : [figure];
  if (view === 'timeline') return { ...base, nameWidth: 0, timeline: true, figures };
  const room = width - figures.length * FIGURE_WIDTH - TIMELINE_MIN;
  const nameWanted = nameAsked ?? Math.min(NAME_DEFAULT, Math.round(width * NAME_DEFAULT_SHARE));
  const nameWidth = Math.max(NAME_MIN, Math.min(nameWanted, room, width * 0.7));
  const timelineWidth = width - nameWidth - figures.length * FIGURE_WIDTH;
  const ticksMax = twoLines
    ? base.ticksMax
    : Math.max(1, Math.min(TICKS_MAX, Math.floor(timelineWidth / TICK_PX)));
  return { ...base, ticksMax, nameWidth, timeline: true, figures };
}

/** The columns as CSS, for rows, head and grid lines alike. */
export function columnsTemplate({ nameWidth, timeline, twoLines, figures }: TraceLayout): string {
  if (twoLines) return 'minmax(0, 1fr)';
  const name = nameWidth === 0 ? [] : [timeline ? `${nameWidth}px` : 'minmax(0, 1fr)'];
  return [
    ...name,
    ...(timeline ? ['minmax(0, 1fr)'] : []),
    ...figures.map(() => `${FIGURE_WIDTH}px`),
  ].join(' ');
}

/** How far the timeline stays from the edges of a row. */
export function timelineInset({ nameWidth, twoLines, figures }: TraceLayout): {
  readonly left: number;
  readonly right: number;
} {
  return twoLines
    ? { left: TWO_LINES_INSET, right: TWO_LINES_INSET }
    : { left: nameWidth, right: figures.length * FIGURE_WIDTH };
}

/**
 * A figure of a row: of its whole subtree, but for its own time. Empty where there is nothing to
 * say.
 */
export function figureText(
  { tree, times, columns }: TraceModel,
  node: number,
  figure: Figure,
): string {
  const lasted = (times.endMs[node] ?? 0) - (times.startMs[node] ?? 0);
  switch (figure) {
    case 'cost':
      return (tree.costUsd[node] ?? 0) > 0 ? formatCost(tree.costUsd[node]) : '';
    case 'tokens':
      return (tree.tokens[node] ?? 0) > 0 ? compactCount(tree.tokens[node] ?? 0) : '';
    case 'self':
      return (times.selfMs[node] ?? 0) > 0 ? formatDuration(times.selfMs[node]) : '';
    case 'duration':
      return formatDuration(lasted);
    case 'share':
      return formatShare(lasted, columns.extentMs);
  }
}

/** The figure in full, for hover, where the column has a short form of it; else empty. */
export function wholeFigure({ tree }: TraceModel, node: number, figure: Figure): string {
  if (figure === 'cost') return (tree.costUsd[node] ?? 0) > 0 ? exactCost(tree.costUsd[node]) : '';
  return figure === 'tokens' && (tree.tokens[node] ?? 0) > 0
    ? exactCount(tree.tokens[node] ?? 0)
    : '';
}
