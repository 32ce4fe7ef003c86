import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { SPAN_KINDS } from '#contracts/span-kind.ts';
import { encodeGlobalId } from '#contracts/ids.ts';
import type { TraceSkeleton } from '../../api/model.ts';
import { useKeys } from '../../lib/keys.ts';
import { useNarrow } from '../../lib/narrow.ts';
import type { TraceSearch } from '../../lib/search-params.ts';
import type { TraceColumns } from '../../lib/trace-columns.ts';
import { foldAll, hasChildren, initialFolds, nextError, searchTrace, visibleNodes, withFold, withNodeShown } from '../../lib/trace-fold.ts';
import { NODE_SPAN } from '../../lib/trace-tree.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';
import { SpanPanel } from './span/span-panel.tsx';
import { SplitPane } from './split-pane.tsx';
import { TraceToolbar } from './trace-toolbar.tsx';
import { Waterfall } from './waterfall.tsx';

interface TraceViewProps {
  readonly skeleton: TraceSkeleton;
  readonly columns: TraceColumns;
  readonly tree: TraceTree;
  readonly search: TraceSearch;
}

/** Tree and waterfall on the left, the chosen span on the right. */
export function TraceView({ skeleton, columns, tree, search }: TraceViewProps) {
  const navigate = useNavigate({ from: '/projects/$project/traces/$trace' });
  const narrow = useNarrow();
  const chosenRow = search.span === undefined ? -1 : columns.spanIds.indexOf(search.span);
  const fallback = narrow ? -1 : firstSpanNode(tree);
  const selected = chosenRow >= 0 ? (tree.nodeOfSpan[chosenRow] ?? fallback) : fallback;
  const [folds, setFolds] = useState(() => withNodeShown(tree, initialFolds(tree), Math.max(0, selected)));
  const find = useDeferredValue(search.find ?? '');
  const kind = search.kind === undefined ? null : SPAN_KINDS.findIndex((one) => one === search.kind);
  const hits = useMemo(
    () => searchTrace(tree, columns, { text: find, kind, errorsOnly: search.errors === true }),
    [tree, columns, find, kind, search.errors],
  );
  const visible = useMemo(() => visibleNodes(tree, folds, hits?.kept ?? null), [tree, folds, hits]);
  const change = (changes: { [Key in keyof TraceSearch]?: TraceSearch[Key] | undefined }): void => {
    void navigate({ search: (before) => presentOnly({ ...before, ...changes }), replace: true });
  };
  const select = (node: number): void => {
    const row = tree.span[node] ?? -1;
    if (tree.type[node] === NODE_SPAN && row >= 0) {
      setFolds((before) => withNodeShown(tree, before, node));
      change({ span: columns.spanIds[row], tab: search.tab });
    } else setFolds((before) => withFold(before, node, before[node] !== 1));
  };
  useTreeKeys({ tree, columns, visible, selected, folds, setFolds, select });
  const row = tree.span[selected] ?? -1;
  const id = skeleton.ids[row];
  const panel =
    id === undefined || selected < 0 ? null : (
      <SpanPanel
        id={encodeGlobalId('Span', id)}
        traceStart={skeleton.trace.start_time}
        tab={search.tab}
        onTab={(tab) => change({ tab })}
        onClose={narrow ? () => change({ span: undefined, tab: undefined }) : null}
      />
    );
  if (narrow && panel !== null) return panel;
  const list = (
    <div className="flex h-full min-w-0 flex-col">
      <TraceToolbar
        columns={columns}
        search={search}
        hits={hits?.count ?? null}
        onChange={change}
        onFoldAll={(folded) => setFolds(foldAll(tree, folded))}
      />
      <Waterfall
        tree={tree}
        columns={columns}
        visible={visible}
        folds={folds}
        hits={hits?.hits ?? null}
        selected={selected}
        narrow={narrow}
        onSelect={select}
        onFold={(node) => setFolds(withFold(folds, node, folds[node] !== 1))}
      />
    </div>
  );
  return narrow ? list : <SplitPane left={list} right={panel} />;
}

/** The first row that is a span: what is shown before anything was chosen. */
function firstSpanNode(tree: TraceTree): number {
  return tree.type.indexOf(NODE_SPAN);
}

function presentOnly(search: { [Key in keyof TraceSearch]?: TraceSearch[Key] | undefined }): TraceSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

interface TreeKeys {
  readonly tree: TraceTree;
  readonly columns: TraceColumns;
  readonly visible: Int32Array;
  readonly selected: number;
  readonly folds: Uint8Array;
  readonly setFolds: (folds: Uint8Array) => void;
  readonly select: (node: number) => void;
}

function useTreeKeys({ tree, columns, visible, selected, folds, setFolds, select }: TreeKeys): void {
  /** The next row of the view that is a span; groups and missing parents are passed over. */
  const step = (by: 1 | -1): void => {
    for (let at = visible.indexOf(selected) + by; at >= 0 && at < visible.length; at += by) {
      const node = visible[at] ?? 0;
      if (tree.type[node] === NODE_SPAN) return select(node);
    }
  };
  const left = (): void => {
    if (hasChildren(tree, selected) && folds[selected] !== 1) setFolds(withFold(folds, selected, true));
    else if ((tree.parent[selected] ?? -1) >= 0 && tree.type[tree.parent[selected] ?? 0] === NODE_SPAN) select(tree.parent[selected] ?? 0);
  };
  useKeys({
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ArrowLeft: left,
    ArrowRight: () => {
      if (hasChildren(tree, selected) && folds[selected] === 1) setFolds(withFold(folds, selected, false));
      else step(1);
    },
    'Shift+ArrowLeft': () => setFolds(foldAll(tree, true)),
    'Shift+ArrowRight': () => setFolds(foldAll(tree, false)),
    e: () => {
      const node = nextError(tree, columns, selected);
      if (node >= 0) select(node);
    },
  });
}
