import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { HITS_MAX } from './json-tree.ts';
import { useRowWindow } from '#web/ui/list/use-row-window.ts';
import type { RowWindow } from '#web/ui/list/use-row-window.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { HitSteps } from './hit-steps.tsx';
import { JsonLine } from './json-line.tsx';
import { JsonSelection } from './json-selection.tsx';
import { useJsonRows } from './use-json-rows.ts';
import type { JsonRows } from './use-json-rows.ts';
import { useJsonSearch } from './use-json-search.ts';

const ROW_PX = 20;
/** Rows drawn beyond each edge of what is seen. */
const BEYOND = 12;

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
  const view = useRowWindow(scroller, { count, rowHeight: ROW_PX, firstOffset: 0, beyond: BEYOND });
  const { first, end, boxHeight, offset, follow, scrollTo } = view;
  useEffect(() => show(first, end), [first, end, show]);
  const bringIntoView = (index: number): void => {
    const element = scroller.current;
    if (element === null) return;
    const [top, seen, height] = [index * ROW_PX, element.scrollTop + offset, element.clientHeight];
    const bottom = top + 2 * ROW_PX;
    if (top < seen - height || bottom > seen + 2 * height) scrollTo(element, top - height / 2);
    else if (top < seen) scrollTo(element, top);
    else if (bottom > seen + height) scrollTo(element, bottom - height);
  };
  const wanted = useDeferredValue(needle);
  const search = useJsonSearch(rows, wanted, (place) => {
    setSelected(place);
    bringIntoView(place);
  });
  const chosen = row(selected);
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -count, End: count };
    const step = steps[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(count - 1, selected + step));
      setSelected(next);
      bringIntoView(next);
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
        onScroll={(event) => follow(event.currentTarget)}
        className="min-h-0 flex-1 overflow-auto py-4 focus-visible:outline-offset-[-2px]"
      >
        <div role="none" className="relative" style={{ height: boxHeight }}>
          <JsonLines {...{ rows, view, selected }} onSelect={setSelected} />
        </div>
      </div>
      {client !== null && chosen !== undefined && <JsonSelection client={client} node={chosen.node} label={label} />}
    </>
  );
}

interface JsonLinesProps {
  readonly rows: JsonRows;
  readonly view: RowWindow;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

/** The rows on screen, as far as they were read. */
function JsonLines({ rows, view, selected, onSelect }: JsonLinesProps) {
  const lines: ReactNode[] = [];
  for (let index = view.first; index < view.end; index += 1) {
    const place = index;
    const line = rows.row(place);
    if (line === undefined) continue;
    lines[place % view.slots] = (
      <JsonLine
        key={place % view.slots}
        id={`json-${place}`}
        row={line}
        top={place * ROW_PX - view.offset}
        selected={place === selected}
        onSelect={() => {
          onSelect(place);
          if (line.children > 0) void rows.change({ type: 'toggle', node: line.node });
        }}
      />
    );
  }
  return lines;
}
