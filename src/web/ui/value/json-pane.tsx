import {
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
} from 'react';
import { hasModifier } from '#web/platform/keys/keys.ts';
import { HITS_MAX, type JsonRow } from './json-tree.ts';
import { useRowWindow, type RowScroll, type RowWindow } from '#web/ui/list/use-row-window.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { HitSteps } from './hit-steps.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ValueClient } from './value-client.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import type { ValueQuestion } from './value-protocol.ts';

const SHOWN_CHARS = 4000;

/**
 * The chosen value in full, with its path; long ones are cut on screen, never in what is copied.
 */
function JsonSelection({
  client,
  node,
  label,
}: {
  client: ValueClient;
  node: number;
  label: string;
}) {
  const [read, setRead] = useState<{ readonly text: string; readonly path: string } | null>(null);
  useEffect(() => {
    let current = true;
    client.ask({ type: 'read', node }).then(
      ({ text = '', path = [] }) => {
        if (current) setRead({ text, path: pathText(path) });
      },
      () => setRead(null),
    );
    return () => {
      current = false;
    };
  }, [client, node]);
  if (read === null) return null;
  return (
    <div className="flex max-h-[30%] shrink-0 flex-col border-t border-line1">
      <div className="flex items-center gap-8 px-12 py-4 text-12 text-text3">
        <span className="mono clip min-w-0 flex-1">{read.path === '' ? label : read.path}</span>
        <CopyButton text={read.text} label="Copy value" />
        <CopyButton text={read.path} label="Copy path" />
      </div>
      <div tabIndex={0} className="mono verbatim min-h-0 overflow-auto px-12 pb-8">
        {read.text.slice(0, SHOWN_CHARS)}
        {read.text.length > SHOWN_CHARS && (
          <span className="text-text3">
            {' '}
            … {(read.text.length - SHOWN_CHARS).toLocaleString('en-US')} characters more
          </span>
        )}
      </div>
    </div>
  );
}

/**
 * A path into a JSON value as JavaScript and jq both write it: `messages[0].content`, `["odd
 * key"]`.
 */
function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      return /^[A-Za-z_]\w*$/.test(step)
        ? `${index === 0 ? '' : '.'}${step}`
        : `[${JSON.stringify(step)}]`;
    })
    .join('');
}

const INDENT_PX = 14;
/** Deeper levels are not moved further right: the value would be off the screen. */
const INDENTED_MAX = 30;
const COLOURS: Readonly<Record<JsonRow['type'], string>> = {
  text: 'tone-ok text-tone',
  number: 'tone-info text-tone',
  boolean: 'tone-warn text-tone',
  null: 'text-text3',
  object: 'text-text3',
  list: 'text-text3',
};

interface JsonLineProps {
  readonly id: string;
  readonly row: JsonRow;
  readonly top: number;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** One row of the tree: key, and value or contents. The tree itself has the focus and the keys. */
function JsonLine({ id, row, top, selected, onSelect }: JsonLineProps) {
  const holds = row.type === 'object' || row.type === 'list';
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and the keys
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={selected}
      {...(row.children > 0 ? { 'aria-expanded': row.open } : {})}
      onClick={onSelect}
      className={`mono absolute inset-x-0 top-0 flex h-20 cursor-pointer items-center gap-4 pr-12 ${selected ? 'bg-sel' : 'hover:bg-bg2'}`}
      style={{
        transform: `translateY(${top}px)`,
        paddingLeft: 12 + Math.min(row.depth, INDENTED_MAX) * INDENT_PX,
      }}
    >
      <span className={`size-12 shrink-0 text-text3 ${row.open ? 'rotate-90' : ''}`}>
        {row.children > 0 && <Icon name="chevronRight" size={12} />}
      </span>
      {row.key !== null && <span className="clip max-w-[40%] shrink-0 text-text2">{row.key}:</span>}
      <span className={`clip min-w-0 ${COLOURS[row.type]}`}>
        {holds ? brackets(row) : row.type === 'text' ? `"${row.preview}"` : row.preview}
      </span>
    </div>
  );
}

function brackets(row: JsonRow): string {
  const [open, close] = row.type === 'object' ? ['{', '}'] : ['[', ']'];
  return row.children === 0 ? `${open}${close}` : `${open} ${row.preview} ${close}`;
}

const ROW_PX = 20;
/** Rows drawn beyond each edge of what is seen. */
const BEYOND = 12;

/** A JSON text as a tree of rows: arrows walk it, what is chosen is shown in full below. */
export function JsonPane({ text, label, needle }: { text: string; label: string; needle: string }) {
  const rows = useJsonRows(text);
  const { count, error } = rows;
  if (error !== null)
    return <ErrorNote what="The value could not be shown as a tree" error={error} />;
  if (count === null) return <SkeletonRows rows={12} height={ROW_PX} />;
  if (count < 0)
    return (
      <p className="px-16 py-12 text-13 text-text3">
        This value is not JSON. The first tab has its text.
      </p>
    );
  return <JsonTreeView rows={rows} count={count} label={label} needle={needle} />;
}

function JsonTreeView({
  rows,
  count,
  label,
  needle,
}: {
  rows: JsonRows;
  count: number;
  label: string;
  needle: string;
}) {
  const { row, show, change, client } = rows;
  const scroller = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState(0);
  const view = useRowWindow(scroller, { count, rowHeight: ROW_PX, firstOffset: 0, beyond: BEYOND });
  const { first, end, boxHeight, follow } = view;
  useEffect(() => show(first, end), [first, end, show]);
  const bringIntoView = (index: number): void => {
    if (scroller.current !== null) showRow(scroller.current, index, view);
  };
  const wanted = useDeferredValue(needle);
  const search = useJsonSearch(rows, wanted, (place) => {
    setSelected(place);
    bringIntoView(place);
  });
  const chosen = row(selected);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (hasModifier(event)) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 20,
      PageUp: -20,
      Home: -count,
      End: count,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(count - 1, selected + step));
      setSelected(next);
      bringIntoView(next);
    } else if (
      chosen !== undefined &&
      chosen.children > 0 &&
      event.key === (chosen.open ? 'ArrowLeft' : 'ArrowRight')
    ) {
      void change({ type: 'toggle', node: chosen.node });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {wanted !== '' && (
        <HitSteps at={search.at} count={search.count} most={HITS_MAX} onStep={search.step} />
      )}
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
      {client !== null && chosen !== undefined && (
        <JsonSelection client={client} node={chosen.node} label={label} />
      )}
    </>
  );
}

function showRow(
  element: HTMLElement,
  index: number,
  { offset, scrollTo }: RowWindow & RowScroll,
): void {
  const [top, seen, height] = [index * ROW_PX, element.scrollTop + offset, element.clientHeight];
  const bottom = top + 2 * ROW_PX;
  if (top < seen - height || bottom > seen + 2 * height) scrollTo(element, top - height / 2);
  else if (top < seen) scrollTo(element, top);
  else if (bottom > seen + height) scrollTo(element, bottom - height);
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

interface JsonSearch {
  readonly at: number;
  readonly count: number;
  readonly step: (by: 1 | -1) => void;
}

/** Searches a value that is shown as rows, and goes to the first hit; `onRow` receives its row. */
function useJsonSearch(
  rows: Pick<JsonRows, 'client' | 'change'>,
  needle: string,
  onRow: (row: number) => void,
): JsonSearch {
  const [hits, setHits] = useState<readonly number[]>([]);
  const [at, setAt] = useState(0);
  const goTo = async (nodes: readonly number[], index: number): Promise<void> => {
    const node = nodes[index];
    setAt(index);
    if (node === undefined) return;
    const row = await rows.change({ type: 'reveal', node });
    if (row >= 0) onRow(row);
  };
  const latest = useRef(goTo);
  useEffect(() => {
    latest.current = goTo;
  });
  const { client } = rows;
  useEffect(() => {
    let current = true;
    const find = async (): Promise<void> => {
      const { nodes = [] } =
        needle === '' ? {} : ((await client?.ask({ type: 'find', text: needle })) ?? {});
      if (!current) return;
      setHits(nodes);
      await latest.current(nodes, 0);
    };
    void find();
    return () => {
      current = false;
    };
  }, [needle, client]);
  return {
    at,
    count: hits.length,
    step: (by) => void goTo(hits, (at + by + hits.length) % Math.max(1, hits.length)),
  };
}

/** Rows read around what is on screen, so that scrolling on finds them there. */
const AHEAD = 60;

interface JsonRows {
  /** null until the value was read, -1 when it is no JSON. */
  readonly count: number | null;
  readonly error: Error | null;
  /** The row, once it was read. */
  readonly row: (index: number) => JsonRow | undefined;
  /** Says which rows are on screen. */
  readonly show: (from: number, to: number) => void;
  /** Changes what is open. */
  readonly change: (question: ValueQuestion) => Promise<number>;
  readonly client: ValueClient | null;
}

/** A JSON text as rows, parsed in a thread: the page never waits, whatever the size. */
function useJsonRows(text: string): JsonRows {
  const [client, setClient] = useState<ValueClient | null>(null);
  const [count, setCount] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [page, setPage] = useState<{ readonly from: number; readonly rows: readonly JsonRow[] }>({
    from: 0,
    rows: [],
  });
  const wanted = useRef({ from: 0, to: AHEAD });
  useEffect(() => {
    const made = new ValueClient();
    setClient(made);
    setCount(null);
    setPage({ from: 0, rows: [] });
    made.ask({ type: 'open', text }).then(
      ({ rowCount = -1 }) => setCount(rowCount),
      (failure: unknown) =>
        setError(failure instanceof Error ? failure : new Error(String(failure))),
    );
    return () => made.stop();
  }, [text]);
  const read = useCallback(async () => {
    if (client === null) return;
    const from = Math.max(0, wanted.current.from - AHEAD);
    const { rows = [] } = await client.ask({ type: 'rows', from, to: wanted.current.to + AHEAD });
    setPage({ from, rows });
  }, [client]);
  useEffect(() => {
    if (count !== null && count > 0) void read();
  }, [count, read]);
  const show = useCallback(
    (from: number, to: number) => {
      wanted.current = { from, to };
      if (from < page.from || to > page.from + page.rows.length) void read();
    },
    [page, read],
  );
  const change = useCallback(
    async (question: ValueQuestion) => {
      if (client === null) return -1;
      const { rowCount, row = -1 } = await client.ask(question);
      if (rowCount !== undefined) setCount(rowCount);
      await read();
      return row;
    },
    [client, read],
  );
  const row = useCallback((index: number) => page.rows[index - page.from], [page]);
  return { count, error, row, show, change, client };
}
