import { memo } from 'react';
import { Icon } from '../icon.tsx';
import { KindMark, lookOfKindIndex } from '../kind-mark.tsx';
import { compactCount, formatCost } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { nameOf } from '../../lib/trace-columns.ts';
import { hasChildren } from '../../lib/trace-fold.ts';
import { NODE_GROUP, NODE_MISSING, NODE_SPAN } from '../../lib/trace-tree.ts';
import { TimelineBar } from './timeline-bar.tsx';
import { WATERFALL_GRID } from './waterfall-grid.ts';
import type { WaterfallProps } from './waterfall.tsx';

const INDENT = 16;
/** Deeper rows keep this indent, so that a name is always there to read. */
const INDENT_MAX = 12;

type RowProps = WaterfallProps & { readonly node: number; readonly top: number };

/** A row of the tree with its bar. */
export const WaterfallRow = memo(function WaterfallRow(props: RowProps) {
  const { tree, node, top, selected, narrow, hits, folds, onSelect } = props;
  const active = node === selected;
  const look = active ? 'bg-sel shadow-[inset_2px_0_0_var(--focus)]' : 'hover:bg-bg2';
  const faded = hits !== null && hits[node] !== 1 ? 'opacity-55' : '';
  const level = Math.min(tree.depth[node] ?? 0, INDENT_MAX);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree as a whole takes the keys
    <div
      id={`node-${node}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={(tree.depth[node] ?? 0) + 1}
      aria-selected={active}
      aria-expanded={hasChildren(tree, node) ? folds[node] !== 1 : undefined}
      className={`absolute inset-x-0 cursor-pointer ${look} ${narrow ? 'h-44 px-4' : `${WATERFALL_GRID} h-26`}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(node)}
    >
      <div
        className={`relative flex min-w-0 items-center gap-6 pr-8 ${narrow ? 'h-28' : ''} ${faded}`}
        style={{ paddingLeft: 8 + level * INDENT }}
      >
        {Array.from({ length: level }, (_, index) => (
          <span key={index} className="absolute inset-y-0 w-px bg-line1" style={{ left: 16 + index * INDENT }} aria-hidden="true" />
        ))}
        <FoldButton {...props} />
        <RowLabel {...props} />
      </div>
      <TimelineBar {...props} />
      {!narrow && (
        <div className="nums clip self-center px-8 text-right text-12 text-text3">
          {(tree.costUsd[node] ?? 0) > 0 ? formatCost(tree.costUsd[node]) : ''}
        </div>
      )}
    </div>
  );
});

function FoldButton({ tree, node, folds, onFold }: RowProps) {
  if (!hasChildren(tree, node)) return <span className="w-16 shrink-0" />;
  const folded = folds[node] === 1;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={folded ? 'Open' : 'Fold'}
      className="relative z-1 grid size-16 shrink-0 place-items-center rounded-chip bg-bg0 text-text3 hover:text-text1"
      onClick={(event) => {
        event.stopPropagation();
        onFold(node);
      }}
    >
      <Icon name={folded ? 'chevronRight' : 'chevronDown'} size={12} />
    </button>
  );
}

function RowLabel({ tree, columns, node, folds }: RowProps) {
  const row = tree.span[node] ?? -1;
  const within = (tree.end[node] ?? 0) - node - 1;
  if (tree.type[node] === NODE_MISSING) {
    const id = tree.missing.get(node) ?? '';
    return (
      <span className="clip text-12 text-text3 italic" title={`No span with id ${id} was received`}>
        parent {id.slice(0, 4)}… not received
      </span>
    );
  }
  const failed = tree.type[node] === NODE_SPAN ? columns.statuses[row] === 2 : (tree.errors[node] ?? 0) > 0;
  const name = nameOf(columns, row);
  const model = columns.models[row] ?? null;
  const tokens = columns.tokensTotal[row] ?? 0;
  const note = [model, tokens > 0 ? `${compactCount(tokens)} tok` : null].filter((one) => one !== null).join(' · ');
  return (
    <>
      <KindMark look={lookOfKindIndex(columns.kinds[row] ?? 0)} />
      <span className={`clip min-w-40 ${failed ? 'tone-error text-tone' : ''}`} title={name}>
        {name}
      </span>
      {failed && <span className="tone-error size-6 shrink-0 rounded-full bg-bar" role="img" aria-label="error" />}
      {!failed && (tree.errors[node] ?? 0) > 0 && (
        <span className="tone-error size-6 shrink-0 rounded-full border border-bar" role="img" aria-label="error below" />
      )}
      {tree.type[node] === NODE_GROUP && <span className="nums shrink-0 text-12 text-text3">× {compactCount(within)}</span>}
      {tree.type[node] === NODE_SPAN && note !== '' && <span className="nums clip min-w-0 shrink-[30] text-11 text-text3">{note}</span>}
      {tree.type[node] === NODE_SPAN && folds[node] === 1 && (
        <span className="nums shrink-0 rounded-chip bg-bg3 px-4 text-11 text-text3">{compactCount(within)}</span>
      )}
      {tree.type[node] === NODE_SPAN && <span className="sr-only">{formatDuration(columns.durationsMs[row])}</span>}
    </>
  );
}
