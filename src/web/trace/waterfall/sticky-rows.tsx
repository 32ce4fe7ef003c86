import { useEffect, useMemo, useState, type RefObject } from 'react';
import { stickyNodes } from '#web/trace/sticky-rows.ts';
import { columnsTemplate } from '#web/trace/trace-layout.ts';
import { RowCells, type RowActions } from './waterfall-row.tsx';
import { Bars, type BarsProps } from './waterfall-bars.tsx';

interface StickyRowsProps extends BarsProps {
  readonly visible: Int32Array;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly actions: RowActions;
}

/**
 * The ancestors of the first row stay on top; they repeat rows of the tree, so assistive technology
 * passes them over.
 */
export function StickyRows(props: StickyRowsProps) {
  const { model, layout, folds, actions, visible, scroller } = props;
  const [firstRow, setFirstRow] = useState(0);
  const { rowHeight } = layout;
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const follow = (): void => setFirstRow(Math.floor(element.scrollTop / rowHeight));
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, rowHeight]);
  const key = firstRow === 0 ? '' : stickyNodes(model.tree, visible, firstRow).join(' ');
  // A new list of the same nodes draws nothing anew.
  const nodes = useMemo(() => (key === '' ? [] : key.split(' ').map(Number)), [key]);
  const cells = useMemo(
    () =>
      nodes.map((node) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a copy of a row that takes the keys
        <div
          key={node}
          className="grid cursor-pointer hover:bg-bg2"
          style={{ height: rowHeight, gridTemplateColumns: columnsTemplate(layout) }}
          onClick={() => actions.select(node)}
        >
          <RowCells
            model={model}
            layout={layout}
            node={node}
            folded={folds[node] === 1}
            faded={false}
            flat={false}
            actions={actions}
          />
        </div>
      )),
    [nodes, model, layout, rowHeight, folds, actions],
  );
  const bars = useMemo(() => Int32Array.from(nodes), [nodes]);
  if (nodes.length === 0) return null;
  return (
    <div className="sticky top-0 z-10 h-0" aria-hidden="true">
      <div className="relative border-b border-line2 bg-bg0">
        {cells}
        {layout.timeline && (
          <div className="absolute inset-x-0 top-0">
            <Bars {...props} nodes={bars} from={0} to={bars.length} />
          </div>
        )}
      </div>
    </div>
  );
}
