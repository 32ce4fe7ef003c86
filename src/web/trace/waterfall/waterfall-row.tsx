import { memo, use } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { TreeChips } from '#web/annotations/tree-chips.tsx';
import { KindMark, lookOfKindIndex } from '#web/ui/kind-mark.tsx';
import { annotatedMark } from '#web/annotations/annotated-mark.ts';
import { compactCount } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { nameOf, type TraceColumns } from '#web/trace/trace-skeleton.ts';
import { hasChildren } from '#web/trace/trace-fold.ts';
import { isFailed } from '#web/trace/trace-steps.ts';
import { NODE_GROUP, NODE_MISSING, NODE_SPAN, type TraceTree } from '#web/trace/trace-tree.ts';
import { RetryMark } from './retry-mark.tsx';
import { subtreeText } from '#web/trace/subtree-text.ts';
import {
  columnsTemplate,
  figureText,
  wholeFigure,
  type TraceLayout,
} from '#web/trace/trace-layout.ts';
import type { TraceModel } from '#web/trace/use-trace-model.ts';
import { shownName, shownText } from '#web/platform/text/shown-name.ts';
import type { TraceTimes } from '#web/trace/trace-time.ts';
import { ServiceScope, serviceTone } from './use-services.ts';

/** Anomalies in a span's times. */
interface TimeMark {
  readonly kind: 'open' | 'skew' | 'late' | 'loop';
  readonly word: string;
  readonly text: string;
}

/** Clocks and roundings may differ by so much without a word. */
const TOLERANCE_MS = 1;

/**
 * Parents that lead back to the span itself; no end received; a start before the parent's, or an
 * end before its own start (clocks differ); a start after the parent's end.
 */
export function timeMarkOf(
  tree: TraceTree,
  columns: TraceColumns,
  times: TraceTimes,
  node: number,
): TimeMark | null {
  if (tree.type[node] !== NODE_SPAN) return null;
  if (times.open[node] === 1)
    return {
      kind: 'open',
      word: 'open',
      text: 'No end time received: the span may still be running. Drawn up to the last known time',
    };
  const row = tree.span[node] ?? -1;
  if (tree.parent[node] === -1 && (columns.parents[row] ?? -1) >= 0)
    return {
      kind: 'loop',
      word: 'loop',
      text: 'The span is its own ancestor: the loop is cut here',
    };
  const duration = columns.durationsMs[row] ?? 0;
  if (duration < 0)
    return {
      kind: 'skew',
      word: 'clock',
      text: `Ends ${formatDuration(-duration)} before it starts: the sender's clock was set`,
    };
  const parent = spanAbove(tree, node);
  if (parent < 0 || times.open[parent] === 1) return null;
  const start = times.startMs[node] ?? 0;
  const early = (times.startMs[parent] ?? 0) - start;
  if (early > TOLERANCE_MS)
    return {
      kind: 'skew',
      word: 'clock',
      text: `Starts ${formatDuration(early)} before its parent: their clocks differ`,
    };
  const late = start - (times.endMs[parent] ?? 0);
  if (late > TOLERANCE_MS)
    return {
      kind: 'late',
      word: 'late',
      text: `Starts ${formatDuration(late)} after its parent ended`,
    };
  return null;
}

/** The span a node belongs to; groups are passed over. -1 under no span. */
function spanAbove(tree: TraceTree, node: number): number {
  let up = tree.parent[node] ?? -1;
  while (up >= 0 && tree.type[up] === NODE_GROUP) up = tree.parent[up] ?? -1;
  return up >= 0 && tree.type[up] === NODE_SPAN ? up : -1;
}

const INDENT = 16;
/**
 * Further in than this many levels, each moves a row by half as much: names of agents within agents
 * need the room.
 */
const INDENT_WHOLE_MAX = 4;
/**
 * The parts of a row's first cell besides the name: paddings, gaps, the fold toggle, its kind, a
 * mark.
 */
const BESIDE_NAME = 78;
/** Deeper rows keep this indent, so that a name is always there to read. */
const INDENT_MAX = 12;

export interface RowActions {
  readonly select: (node: number) => void;
  readonly fold: (node: number) => void;
}

interface RowProps {
  readonly model: TraceModel;
  readonly layout: TraceLayout;
  readonly node: number;
  readonly top: number;
  readonly active: boolean;
  readonly folded: boolean;
  readonly faded: boolean;
  /** Without the tree: no indent, nothing to fold. */
  readonly flat: boolean;
  readonly place: number;
  readonly placeMax: number;
  readonly actions: RowActions;
}

/** A row of the tree: its name, and its figures; the bars of all rows are on one canvas above. */
export const WaterfallRow = memo(function WaterfallRow(props: RowProps) {
  const { model, layout, node, top, active, flat, actions } = props;
  const { tree } = model;
  const look = active
    ? 'bg-sel shadow-[inset_2px_0_0_var(--focus)] group-focus-visible/tree:outline-[2px] group-focus-visible/tree:outline-offset-[-2px] group-focus-visible/tree:outline-focus'
    : 'hover:bg-bg2';
  const depth = flat ? 0 : (tree.depth[node] ?? 0);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree as a whole takes the keys
    <div
      id={`node-${node}`}
      role="treeitem"
      data-annotated={
        tree.type[node] === NODE_SPAN
          ? annotatedMark('span', model.columns.spanIds[tree.span[node] ?? -1] ?? '')
          : undefined
      }
      tabIndex={-1}
      aria-level={depth + 1}
      aria-selected={active}
      aria-posinset={props.place}
      aria-setsize={props.placeMax}
      // Bars are drawn; one text in the row for each would be an element to place and clip.
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- every role has it since ARIA 1.3
      aria-description={formatDuration(durationOf(model, node))}
      aria-expanded={!flat && hasChildren(tree, node) ? !props.folded : undefined}
      className={`absolute inset-x-0 grid cursor-pointer [contain:strict] ${look}`}
      style={{
        transform: `translateY(${top}px)`,
        height: layout.rowHeight,
        gridTemplateColumns: columnsTemplate(layout),
        // Known beforehand, so that cells are laid out once.
        gridTemplateRows: layout.twoLines ? undefined : `${layout.rowHeight}px`,
      }}
      onClick={() => actions.select(node)}
    >
      <RowCells {...props} />
    </div>
  );
});

/** A row's content; also of the sticky ancestors. */
export function RowCells({
  model,
  layout,
  node,
  folded,
  faded,
  flat,
  actions,
}: Omit<RowProps, 'top' | 'active' | 'place' | 'placeMax'>) {
  const indent = flat ? 0 : indentOf(model.tree.depth[node] ?? 0);
  return (
    <>
      {layout.nameWidth > 0 && (
        <div
          className={`relative flex min-w-0 items-center gap-6 pr-8 ${indent > 0 ? 'guides' : ''} ${layout.twoLines ? 'h-28' : ''} ${faded ? 'opacity-55' : ''}`}
          style={{ paddingLeft: 8 + indent, backgroundSize: `${indent - 15}px 100%` }}
          // Summed up when asked for: a root's subtree is the whole trace.
          onPointerEnter={(event) => (event.currentTarget.title = subtreeText(model, node))}
        >
          {model.tree.type[node] === NODE_SPAN && (
            <ServiceStrip row={model.tree.span[node] ?? -1} />
          )}
          {!flat && hasChildren(model.tree, node) ? (
            <button
              type="button"
              tabIndex={-1}
              aria-label={folded ? 'Open' : 'Fold'}
              className="touch grid size-16 shrink-0 [--touch-side:-10px] place-items-center rounded-chip bg-bg0 text-text3 hover:text-text1"
              onClick={(event) => {
                event.stopPropagation();
                actions.fold(node);
              }}
            >
              <Icon name={folded ? 'chevronRight' : 'chevronDown'} size={12} />
            </button>
          ) : (
            <span className="w-16 shrink-0" />
          )}
          <RowLabel model={model} node={node} folded={folded} width={layout.nameWidth - indent} />
        </div>
      )}
      {layout.timeline && !layout.twoLines && (
        <div>
          {layout.nameWidth === 0 && (
            <span className="sr-only">{nameOf(model.columns, model.tree.span[node] ?? -1)}</span>
          )}
        </div>
      )}
      {layout.figures.map((figure) => (
        <div
          key={figure}
          className="nums clip self-center px-8 text-right text-12 text-text3"
          onPointerEnter={(event) => (event.currentTarget.title = wholeFigure(model, node, figure))}
        >
          {figureText(model, node, figure)}
        </div>
      ))}
    </>
  );
}

/** The indentation of a depth, in CSS pixels. */
function indentOf(depth: number): number {
  const level = Math.min(depth, INDENT_MAX);
  return (
    Math.min(level, INDENT_WHOLE_MAX) * INDENT +
    (Math.max(0, level - INDENT_WHOLE_MAX) * INDENT) / 2
  );
}

interface RowLabelProps extends Pick<RowProps, 'model' | 'node' | 'folded'> {
  /** CSS pixels of the cell without its indent. */
  readonly width: number;
}

function RowLabel({ model, node, folded, width }: RowLabelProps) {
  const { tree, columns, times } = model;
  const row = tree.span[node] ?? -1;
  const within = (tree.spans[node] ?? 0) - (tree.type[node] === NODE_SPAN ? 1 : 0);
  if (tree.type[node] === NODE_MISSING) return <MissingParent id={tree.missing.get(node) ?? ''} />;
  const failed =
    tree.type[node] === NODE_SPAN ? isFailed(tree, columns, node) : (tree.errors[node] ?? 0) > 0;
  const mark = timeMarkOf(tree, columns, times, node);
  const llm = columns.models[row] ?? null;
  const tokens = columns.tokensTotal[row] ?? 0;
  const name = shownName(nameOf(columns, row));
  const note = [llm, tokens > 0 ? `${compactCount(tokens)} tok` : null]
    .filter((one) => one !== null)
    .join(' · ');
  return (
    <>
      <KindMark look={lookOfKindIndex(columns.kinds[row] ?? 0)} />
      <span className={`clip min-w-40 ${failed ? 'tone-error text-tone' : ''}`}>{name}</span>
      {failed && (
        <span
          className="tone-error size-6 shrink-0 rounded-full bg-bar"
          role="img"
          aria-label="error"
        />
      )}
      {!failed && (tree.errors[node] ?? 0) > 0 && (
        <span
          className="tone-error size-6 shrink-0 rounded-full border border-bar"
          role="img"
          aria-label="error below"
        />
      )}
      {mark !== null && (
        <span
          className="tone-warn shrink-0 rounded-chip bg-tint px-4 text-11 text-tone"
          title={mark.text}
        >
          {mark.word}
        </span>
      )}
      {tree.type[node] === NODE_SPAN && <RetryMark row={row} />}
      {tree.type[node] === NODE_SPAN && (
        <ServiceMark row={row} parent={columns.parents[row] ?? -1} />
      )}
      {tree.type[node] === NODE_GROUP && (
        <span className="nums shrink-0 text-12 text-text3">
          × {compactCount(within)} · {formatDuration(meanMs(model, node))} each
        </span>
      )}
      {tree.type[node] === NODE_SPAN && note !== '' && (
        <span className="nums clip min-w-0 shrink-[9999] text-11 text-text3">{note}</span>
      )}
      {tree.type[node] === NODE_SPAN && folded && (
        <span className="nums shrink-0 rounded-chip bg-bg3 px-4 text-11 text-text3">
          {compactCount(within)}
        </span>
      )}
      {tree.type[node] === NODE_SPAN && (
        <TreeChips span={columns.spanIds[row] ?? ''} name={name} width={width - BESIDE_NAME} />
      )}
    </>
  );
}

function MissingParent({ id }: { id: string }) {
  return (
    <span className="clip text-12 text-text3 italic" title={`No span with id ${id} was received`}>
      parent {id.slice(0, 4)}… not received
    </span>
  );
}

/** How long a span took, in milliseconds; undefined for what is no span. */
function durationOf({ tree, columns }: TraceModel, node: number): number | undefined {
  return tree.type[node] === NODE_SPAN ? columns.durationsMs[tree.span[node] ?? -1] : undefined;
}

/** How long the members of a group lasted on average. */
function meanMs({ tree, times }: TraceModel, group: number): number {
  const end = tree.end[group] ?? 0;
  let sum = 0;
  for (let member = group + 1; member < end; member++)
    sum += (times.endMs[member] ?? 0) - (times.startMs[member] ?? 0);
  return sum / Math.max(1, end - group - 1);
}

/**
 * At the edge of a row: the colour of the service that sent its span, where several sent the trace.
 */
function ServiceStrip({ row }: { row: number }) {
  const index = use(ServiceScope)?.indexes[row] ?? -1;
  return index < 0 ? null : (
    <span
      aria-hidden="true"
      className={`absolute inset-y-0 left-2 w-3 bg-bar ${serviceTone(index)}`}
    />
  );
}

/** In a row whose span another service sent than its parent's: the name of that service. */
function ServiceMark({ row, parent }: { row: number; parent: number }) {
  const services = use(ServiceScope);
  const index = services?.indexes[row] ?? -1;
  const name = services?.names[index];
  if (services === null || name === undefined || index === services.indexes[parent]) return null;
  return (
    <span
      className={`clip max-w-120 min-w-24 shrink rounded-chip bg-tint px-4 text-11 text-tone ${serviceTone(index)}`}
      title={`Service: ${name}`}
    >
      {shownText(name)}
    </span>
  );
}
