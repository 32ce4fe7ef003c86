import { useDeferredValue, useMemo, useState } from 'react';
import { SPAN_KINDS } from '#contracts/span-kind.ts';
import { encodeGlobalId } from '#contracts/ids.ts';
import type { TraceSkeleton } from '../../api/model.ts';
import { useBoxWidth } from '../../lib/use-box-width.ts';
import type { Changes, TraceSearch } from '../../lib/search-params.ts';
import { columnsOfSkeleton } from '../../lib/trace-columns.ts';
import type { TraceColumns } from '../../lib/trace-columns.ts';
import { foldAll, initialFolds, searchTrace, visibleNodes, withFold, withNodeShown } from '../../lib/trace-fold.ts';
import { NODE_SPAN, buildTraceTree } from '../../lib/trace-tree.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';
import { SpanPanel } from './span/span-panel.tsx';
import { SplitPane } from './split-pane.tsx';
import { TraceTabs } from './trace-tabs.tsx';
import { TraceToolbar } from './trace-toolbar.tsx';
import { useTreeKeys } from './use-tree-keys.ts';
import { Waterfall } from './waterfall.tsx';

/** Narrower than this, tree and span take turns. */
const SPLIT_MIN = 900;
/** Narrower than this, a row has two lines: name, then bar. */
const ONE_LINE_MIN = 480;

export interface TraceViewProps {
  readonly skeleton: TraceSkeleton;
  /** What is chosen; the owner keeps it, in the address or in a state of its own. */
  readonly search: TraceSearch;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
  /** Whether the keys of the tree work wherever the focus is, or (beside a list with keys of its own) only within the tree. */
  readonly keys: 'page' | 'focus';
}

/** Tree and waterfall beside the chosen span; in less than 900 px, of which one at a time. Fills its parent, a column of flex. */
export function TraceView(props: TraceViewProps) {
  const { ref, width } = useBoxWidth();
  return (
    <div ref={ref} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {width !== null && <SizedTraceView {...props} width={width} />}
    </div>
  );
}

function SizedTraceView({ skeleton, search, onSearch, keys, width }: TraceViewProps & { width: number }) {
  const columns = useMemo(() => columnsOfSkeleton(skeleton), [skeleton]);
  const tree = useMemo(() => buildTraceTree(columns), [columns]);
  const split = width >= SPLIT_MIN;
  const selected = useMemo(() => selectedNode(tree, columns, search.span), [tree, columns, search.span]);
  const [folds, setFolds] = useState(() => withNodeShown(tree, initialFolds(tree), Math.max(0, selected)));
  const find = useDeferredValue(search.find ?? '');
  const kind = search.kind === undefined ? null : SPAN_KINDS.findIndex((one) => one === search.kind);
  const hits = useMemo(
    () => searchTrace(tree, columns, { text: find, kind, errorsOnly: search.errors === true }),
    [tree, columns, find, kind, search.errors],
  );
  const visible = useMemo(() => visibleNodes(tree, folds, hits?.kept ?? null), [tree, folds, hits]);
  const choose = (node: number, pane: TraceSearch['pane']): void => {
    const row = tree.span[node] ?? -1;
    if (tree.type[node] === NODE_SPAN && row >= 0) {
      setFolds((before) => withNodeShown(tree, before, node));
      onSearch({ span: columns.spanIds[row], pane });
    } else setFolds((before) => withFold(before, node, before[node] !== 1));
  };
  const onKeyDown = useTreeKeys({ tree, columns, visible, selected, folds, setFolds, select: (node) => choose(node, 'tree'), keys });
  const id = skeleton.ids[tree.span[selected] ?? -1];
  const panel =
    id === undefined ? null : (
      <SpanPanel
        id={encodeGlobalId('Span', id)}
        traceStart={skeleton.trace.start_time}
        tab={search.tab}
        onTab={(tab) => onSearch({ tab })}
        onClose={split ? null : () => onSearch({ pane: 'tree' })}
      />
    );
  const list = (
    <div className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      <TraceToolbar
        columns={columns}
        search={search}
        hits={hits?.count ?? null}
        onChange={onSearch}
        onFoldAll={(folded) => setFolds(foldAll(tree, folded))}
      />
      <Waterfall
        tree={tree}
        columns={columns}
        visible={visible}
        folds={folds}
        hits={hits?.hits ?? null}
        selected={selected}
        narrow={width < ONE_LINE_MIN}
        onKeyDown={onKeyDown}
        onSelect={(node) => choose(node, undefined)}
        onFold={(node) => setFolds(withFold(folds, node, folds[node] !== 1))}
      />
    </div>
  );
  if (split) return <SplitPane left={list} right={panel} />;
  const pane = search.pane ?? (search.span === undefined ? 'tree' : 'span');
  return <TraceTabs pane={pane} onPane={(next) => onSearch({ pane: next })} tree={list} span={panel} />;
}

/** The chosen span's row, else the first row that is a span; -1 in a trace without any. */
function selectedNode(tree: TraceTree, columns: TraceColumns, span: string | undefined): number {
  const row = span === undefined ? -1 : columns.spanIds.indexOf(span);
  return tree.nodeOfSpan[row] ?? tree.type.indexOf(NODE_SPAN);
}
