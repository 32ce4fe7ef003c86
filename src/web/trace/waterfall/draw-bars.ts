import { formatDuration } from '#web/platform/time/format-time.ts';
import type { TimeWindow } from '#web/trace/time-window.ts';
import { nameOf } from '#web/trace/trace-skeleton.ts';
import { isFailed } from '#web/trace/trace-steps.ts';
import { eachOwnStretch } from '#web/trace/trace-time.ts';
import { NODE_MISSING, NODE_SPAN } from '#web/trace/trace-tree.ts';
import type { BarColours } from './bar-colours.ts';
import type { TraceModel } from '#web/trace/use-trace-model.ts';

/** What to draw, and where: bars of some rows, one below the other. */
export interface BarsPlan {
  readonly model: TraceModel;
  readonly colours: BarColours;
  readonly window: TimeWindow;
  readonly nodes: ArrayLike<number>;
  readonly folds: Uint8Array;
  /** CSS pixels: the timeline's width, a row's height, and the bar's middle within it. */
  readonly width: number;
  readonly rowHeight: number;
  readonly middle: number;
  readonly showCritical: boolean;
  /** The name precedes the duration if there is no tree beside the bars. */
  readonly showNames: boolean;
  readonly hits: Uint8Array | null;
}

const BAR = 10;
const RADIUS = 3;
const BAR_MIN = 2;
const LABEL_GAP = 6;
const FONT_INSIDE = "600 11px 'Inter Variable', system-ui, sans-serif";
const FONT = "11px 'Inter Variable', system-ui, sans-serif";

interface Box {
  readonly x: number;
  readonly width: number;
  readonly y: number;
}

/** Draws the rows' bars; the context is scaled to CSS pixels and cleared. */
export function drawBars(context: CanvasRenderingContext2D, plan: BarsPlan): void {
  context.font = FONT;
  context.textBaseline = 'middle';
  for (let at = 0; at < plan.nodes.length; at++) {
    const node = plan.nodes[at] ?? 0;
    const y = at * plan.rowHeight + plan.middle;
    context.globalAlpha = plan.hits !== null && plan.hits[node] !== 1 ? 0.5 : 1;
    drawRow(context, plan, node, y);
  }
  context.globalAlpha = 1;
}

function drawRow(context: CanvasRenderingContext2D, plan: BarsPlan, node: number, y: number): void {
  const { model, window, width } = plan;
  const start = model.times.startMs[node] ?? 0;
  const end = model.times.endMs[node] ?? 0;
  if (end < window.startMs || start > window.endMs)
    return drawOutside(context, plan, y, end < window.startMs);
  const scale = width / (window.endMs - window.startMs);
  const x = Math.max(-4, (start - window.startMs) * scale);
  const right = Math.min(width + 4, (end - window.startMs) * scale);
  const box = { x: Math.min(x, width - BAR_MIN), width: Math.max(BAR_MIN, right - x), y };
  const label = labelOf(context, plan, node, box);
  drawGap(
    context,
    plan,
    node,
    { ...box, x: label?.where === 'left' ? label.x - LABEL_GAP : box.x, end: box.x },
    scale,
  );
  drawBar(context, plan, node, box, scale);
  if (plan.showCritical) drawCritical(context, plan, node, y, scale);
  drawLabel(context, plan, node, box, label);
}

/** The bar lies before or after what is shown: an arrow says on which side. */
function drawOutside(
  context: CanvasRenderingContext2D,
  { colours, width }: BarsPlan,
  y: number,
  before: boolean,
): void {
  context.fillStyle = colours.edge;
  context.beginPath();
  const tip = before ? 2 : width - 2;
  const back = before ? 7 : width - 7;
  context.moveTo(tip, y);
  context.lineTo(back, y - 4);
  context.lineTo(back, y + 4);
  context.fill();
}

function drawBar(
  context: CanvasRenderingContext2D,
  plan: BarsPlan,
  node: number,
  box: Box,
  scale: number,
): void {
  const { model, colours } = plan;
  const { tree, columns, times } = model;
  const failed = isFailed(tree, columns, node);
  const colour = failed
    ? colours.error
    : (colours.bars[columns.kinds[tree.span[node] ?? -1] ?? 0] ?? colours.edge);
  const alpha = context.globalAlpha;
  const top = box.y - BAR / 2;
  context.beginPath();
  context.roundRect(box.x, top, box.width, BAR, Math.min(RADIUS, box.width / 2));
  if (tree.type[node] === NODE_MISSING) {
    context.strokeStyle = colours.edge;
    context.setLineDash([3, 3]);
    context.stroke();
    context.setLineDash([]);
    return;
  }
  context.fillStyle = times.open[node] === 1 ? fading(context, box, colour) : colour;
  const parent = (tree.end[node] ?? 0) > node + 1;
  if (!parent || failed) context.fill();
  if (failed) hatch(context, box, top);
  if (!parent || failed) return;
  context.globalAlpha = alpha * 0.38;
  context.fill();
  context.globalAlpha = alpha;
  if (times.open[node] === 1) return;
  context.save();
  context.clip();
  if (tree.type[node] === NODE_SPAN)
    eachOwnStretch(tree, times, node, (from, to) => {
      const x = (from - plan.window.startMs) * scale;
      const wide = (to - from) * scale;
      // Less than half a pixel would only tint the edge.
      if (wide >= 0.5 && x < plan.width && x + wide > 0) context.fillRect(x, top, wide, BAR);
    });
  context.restore();
  context.strokeStyle = colour;
  context.lineWidth = 1;
  if (box.width > 3) {
    context.beginPath();
    context.roundRect(box.x + 0.5, top + 0.5, box.width - 1, BAR - 1, RADIUS - 0.5);
    context.stroke();
  }
}

function fading(context: CanvasRenderingContext2D, box: Box, colour: string): CanvasGradient {
  const gradient = context.createLinearGradient(box.x, 0, box.x + box.width, 0);
  gradient.addColorStop(0, colour);
  gradient.addColorStop(0.4, colour);
  gradient.addColorStop(1, 'transparent');
  return gradient;
}

/** Diagonals over the current path, so that an error is visible without its color. */
function hatch(context: CanvasRenderingContext2D, box: Box, top: number): void {
  context.save();
  context.clip();
  context.strokeStyle = 'rgb(0 0 0 / 0.32)';
  context.lineWidth = 2.2;
  context.beginPath();
  for (let x = Math.max(box.x, 0) - BAR; x < Math.min(box.x + box.width, 4000); x += 6) {
    context.moveTo(x, top + BAR);
    context.lineTo(x + BAR, top);
  }
  context.stroke();
  context.restore();
}

/**
 * The 2 px line under a bar, where the span (or what is folded below it) decided the trace's end.
 */
function drawCritical(
  context: CanvasRenderingContext2D,
  { model, window, colours, folds, width }: BarsPlan,
  node: number,
  y: number,
  scale: number,
): void {
  const { critical, tree } = model;
  const until = critical.first[folds[node] === 1 ? (tree.end[node] ?? 0) : node + 1] ?? 0;
  context.fillStyle = colours.focus;
  let drawnTo = -Infinity;
  for (let at = critical.first[node] ?? 0; at < until; at++) {
    const x = Math.max(0, ((critical.fromMs[at] ?? 0) - window.startMs) * scale);
    const right = Math.min(width, ((critical.toMs[at] ?? 0) - window.startMs) * scale);
    if (right <= x || right - drawnTo < 0.3) continue;
    context.fillRect(x, y + BAR / 2 + 1.5, Math.max(1, right - x), 2);
    drawnTo = right;
  }
}

/** A dashed line through the time in which nothing beside this span ran, with how long that was. */
function drawGap(
  context: CanvasRenderingContext2D,
  { model, colours }: BarsPlan,
  node: number,
  box: Omit<Box, 'width'> & { readonly end: number },
  scale: number,
): void {
  const gap = model.gaps[node] ?? 0;
  const wide = gap * scale - (box.end - box.x);
  if (gap === 0 || wide < 6) return;
  context.strokeStyle = colours.edge;
  context.lineWidth = 1;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(Math.max(0, box.x - wide), box.y);
  context.lineTo(box.x - 2, box.y);
  context.stroke();
  context.setLineDash([]);
  const text = `${formatDuration(gap)} idle`;
  const measured = context.measureText(text).width;
  const from = Math.max(0, box.x - wide);
  // On the line where it fits, else before it.
  const inside = measured + 16 <= box.x - from;
  const x = inside ? (from + box.x - measured) / 2 : from - LABEL_GAP - measured;
  if (x < 0) return;
  if (inside) context.clearRect(x - 4, box.y - 7, measured + 8, 14);
  context.fillStyle = colours.muted;
  context.fillText(text, x, box.y + 0.5);
}

interface Label {
  readonly text: string;
  readonly where: 'right' | 'left' | 'inside';
  readonly x: number;
  readonly wide: number;
}

/**
 * The duration, and where it goes: right of the bar, else left of it, else inside. A wait is
 * written to the left, so that then comes last but for a bar too short to hold it.
 */
function labelOf(
  context: CanvasRenderingContext2D,
  plan: BarsPlan,
  node: number,
  box: Box,
): Label | null {
  const { model, width } = plan;
  if (model.tree.type[node] === NODE_MISSING) return null;
  const duration =
    model.times.open[node] === 1
      ? 'no end received'
      : formatDuration((model.times.endMs[node] ?? 0) - (model.times.startMs[node] ?? 0));
  const text = plan.showNames
    ? `${nameOf(model.columns, model.tree.span[node] ?? -1)} · ${duration}`
    : duration;
  const wide = context.measureText(text).width;
  const right = box.x + box.width + LABEL_GAP;
  if (right + wide <= width) return { text, where: 'right', x: right, wide };
  const left = box.x - LABEL_GAP - wide;
  const hasRoom = box.width >= wide + 2 * LABEL_GAP;
  if (left >= 0 && ((model.gaps[node] ?? 0) === 0 || !hasRoom))
    return { text, where: 'left', x: left, wide };
  return {
    text,
    where: 'inside',
    x: Math.max(Math.min(box.x + box.width, width) - 8 - wide, box.x + 4, 2),
    wide,
  };
}

/** Over the bar's colours always in one that can be read. */
function drawLabel(
  context: CanvasRenderingContext2D,
  plan: BarsPlan,
  node: number,
  box: Box,
  label: Label | null,
): void {
  const { model, colours } = plan;
  const row = model.tree.span[node] ?? -1;
  if (label === null) return;
  const first =
    model.tree.type[node] === NODE_SPAN
      ? (model.columns.firstTokensMs[row] ?? Number.NaN)
      : Number.NaN;
  if (first > 0) drawFirstToken(context, plan, node, box, first);
  const { text, x: from, wide } = label;
  context.fillStyle =
    isFailed(model.tree, model.columns, node) && plan.showNames ? colours.error : colours.text;
  if (label.where !== 'inside') return context.fillText(text, from, box.y + 0.5);
  context.font = FONT_INSIDE;
  const failed = isFailed(model.tree, model.columns, node);
  const isWhole = model.tree.end[node] === node + 1 || failed;
  const isPartly = !isWhole && hasOwnWork(plan, node, from, from + wide);
  // Over full colour and a tint of it at once, no colour of letters can be read on both: they get
  // an edge. So do those over diagonals, and over what fades.
  const isUneven = failed || model.times.open[node] === 1;
  if (isPartly || isUneven) strokeEdge(context, colours.page, text, from, box.y + 0.5);
  context.fillStyle = isWhole && !isUneven ? colours.page : colours.strong;
  context.fillText(text, from, box.y + 0.5);
  context.font = FONT;
}

function strokeEdge(
  context: CanvasRenderingContext2D,
  colour: string,
  text: string,
  x: number,
  y: number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeText(text, x, y);
  context.lineWidth = 1;
}

/** Whether a parent's bar is drawn in full colour somewhere between two places. */
function hasOwnWork(
  { model: { tree, times }, window, width }: BarsPlan,
  node: number,
  from: number,
  to: number,
): boolean {
  const scale = width / (window.endMs - window.startMs);
  let solid = false;
  if (tree.type[node] === NODE_SPAN)
    eachOwnStretch(tree, times, node, (start, end) => {
      if (
        (start - window.startMs) * scale < to &&
        (end - window.startMs) * scale > from &&
        (end - start) * scale > 4
      )
        solid = true;
    });
  return solid;
}

function drawFirstToken(
  context: CanvasRenderingContext2D,
  plan: BarsPlan,
  node: number,
  box: Box,
  firstMs: number,
): void {
  const at =
    ((plan.model.times.startMs[node] ?? 0) + firstMs - plan.window.startMs) *
    (plan.width / (plan.window.endMs - plan.window.startMs));
  if (at < 0 || at > plan.width) return;
  context.fillStyle = plan.colours.page;
  context.fillRect(at - 1.75, box.y - BAR / 2, 3.5, BAR);
  context.fillStyle = plan.colours.text;
  context.fillRect(at - 0.75, box.y - BAR / 2 - 1, 1.5, BAR + 2);
}
