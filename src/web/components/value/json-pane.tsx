import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { HITS_MAX } from '../../lib/json-tree.ts';
import { ErrorNote, SkeletonRows } from '../states.tsx';
import { HitSteps } from './hit-steps.tsx';
import { JsonLine } from './json-line.tsx';
import { JsonSelection } from './json-selection.tsx';
import { useJsonRows } from './use-json-rows.ts';
import type { JsonRows } from './use-json-rows.ts';
import { useJsonSearch } from './use-json-search.ts';

const ROW_PX = 20;

/** A JSON text as a tree of rows: arrows walk it, what is chosen is shown in full below. */
export function JsonPane({ text, label, needle }: { text: string; label: string; needle: string }) {
  const rows = useJsonRows(text);
  const { count, error } = rows;
  if (error !== null) return <ErrorNote what="The value could not be shown as a tree" error={error} />;
  if (count === null) return <SkeletonRows rows={12} height={ROW_PX} />;
  if (count < 0) return <p className="px-16 py-12 text-13 text-text3">This value is not JSON. The first tab has its text.</p>;
  return <JsonTreeView rows={rows} count={count} label={label} needle={needle} />;
}

function JsonTreeView({ rows, count, label, needle }: { rows: JsonRows; count: number; label: string; needle: string }) {
  const { row, show, change, client } = rows;
  const scroller = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 12 });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => show(first, last + 1), [first, last, show]);
  const wanted = useDeferredValue(needle);
  const search = useJsonSearch(rows, wanted, (place) => {
    setSelected(place);
    virtual.scrollToIndex(place, { align: 'center' });
  });
  const chosen = row(selected);
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -count, End: count };
    const step = steps[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(count - 1, selected + step));
      setSelected(next);
      virtual.scrollToIndex(next);
    } else if (chosen !== undefined && chosen.children > 0 && event.key === (chosen.open ? 'ArrowLeft' : 'ArrowRight')) {
      void change({ type: 'toggle', node: chosen.node });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {wanted !== '' && <HitSteps at={search.at} count={search.count} most={HITS_MAX} onStep={search.step} />}
      <div
        ref={scroller}
        role="tree"
        aria-label="JSON"
        aria-activedescendant={`json-${selected}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto py-4 focus-visible:outline-offset-[-2px]"
      >
        <div role="none" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const line = row(item.index);
            return line === undefined ? null : (
              <JsonLine
                key={item.key}
                id={`json-${item.index}`}
                row={line}
                top={item.start}
                selected={item.index === selected}
                onSelect={() => {
                  setSelected(item.index);
                  if (line.children > 0) void change({ type: 'toggle', node: line.node });
                }}
              />
            );
          })}
        </div>
      </div>
      {client !== null && chosen !== undefined && <JsonSelection client={client} node={chosen.node} label={label} />}
    </>
  );
}
