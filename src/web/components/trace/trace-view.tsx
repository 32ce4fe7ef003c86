import { useMemo } from 'react';
import { encodeGlobalId } from '#contracts/ids.ts';
import type { TraceSkeleton } from '../../api/model.ts';
import { useBoxWidth } from '../../lib/use-box-width.ts';
import type { Changes, TraceSearch } from '../../lib/search-params.ts';
import { SpanPanel } from './span/span-panel.tsx';
import { TraceScope } from './trace-scope.ts';
import { SplitPane } from './split-pane.tsx';
import { TracePane } from './trace-pane.tsx';
import { TraceTabs } from './trace-tabs.tsx';
import { selectedNode } from './use-trace-rows.ts';
import { useTraceModel } from './use-trace-model.ts';

/** Narrower than this, tree and span take turns. */
const SPLIT_MIN = 900;

export interface TraceViewProps {
  readonly skeleton: TraceSkeleton;
  /** What is chosen; the owner keeps it, in the address or in a state of its own. */
  readonly search: TraceSearch;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
  /** Whether the keys of the tree work wherever the focus is, or (beside a list with keys of its own) only within the tree. */
  readonly keys: 'page' | 'focus';
}

/** Tree and waterfall beside the chosen span; in less than 900 px, one of them at a time. Fills its parent, a column of flex. */
export function TraceView(props: TraceViewProps) {
  const { ref, width } = useBoxWidth();
  return (
    <div ref={ref} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {width !== null && <SizedTraceView {...props} split={width >= SPLIT_MIN} />}
    </div>
  );
}

function SizedTraceView({ skeleton, search, onSearch, keys, split }: TraceViewProps & { split: boolean }) {
  const model = useTraceModel(skeleton);
  const selected = selectedNode(model, search.span);
  const id = skeleton.ids[model.tree.span[selected] ?? -1];
  const { columns } = model;
  const scope = useMemo(
    () => ({ skeleton, columns, select: (span: string) => onSearch({ span, pane: 'span', tab: undefined }) }),
    [skeleton, columns, onSearch],
  );
  const panel =
    id === undefined ? null : (
      <TraceScope value={scope}>
        <SpanPanel
          id={encodeGlobalId('Span', id)}
          traceStart={skeleton.trace.start_time}
          tab={search.tab}
          onTab={(tab) => onSearch({ tab })}
          onClose={split ? null : () => onSearch({ pane: 'tree' })}
        />
      </TraceScope>
    );
  const tree = <TracePane model={model} selected={selected} search={search} onSearch={onSearch} keys={keys} />;
  if (split) return <SplitPane left={tree} right={panel} />;
  const pane = search.pane ?? (search.span === undefined ? 'tree' : 'span');
  return <TraceTabs pane={pane} onPane={(next) => onSearch({ pane: next })} tree={tree} span={panel} />;
}
