import {
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  useContext,
  useEffect,
  type ContextType,
} from 'react';
import { prettyText } from '#web/trace/conversation.ts';
import { formatBytes, utf8Bytes } from '#web/platform/text/format-number.ts';
import { saveText } from '#web/platform/browser/save-text.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LazyMarkdown, MARKDOWN_CHARS_MAX } from '#web/ui/markdown/lazy-markdown.tsx';
import { TakeStep, type Step } from '#web/ui/value/hit-steps.tsx';
import { JsonPane } from '#web/ui/value/json-pane.tsx';
import { TextPane } from '#web/ui/value/text-pane.tsx';
import { useQuery } from '@tanstack/react-query';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { spanDetailOptions } from '#web/trace/traces.calls.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { asText } from '#web/platform/text/json.ts';
import { attributesOf } from '#web/trace/span/span-attributes-codec.ts';
import { nameOf } from '#web/trace/trace-skeleton.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { TraceScope } from '#web/trace/trace-scope.ts';
import { DiffText } from '#web/ui/value/diff-text.tsx';

const VALUE_VIEWS = ['text', 'markdown', 'json', 'diff'] as const;
type ValueView = (typeof VALUE_VIEWS)[number];
const VALUE_VIEW_LABELS: Readonly<Record<ValueView, string>> = {
  text: 'Text',
  markdown: 'Markdown',
  json: 'JSON',
  diff: 'Compare',
};

/** How the value is shown. */
function ValueTabs({
  view,
  panelId,
  onView,
}: {
  view: ValueView;
  panelId: string;
  onView: (view: ValueView) => void;
}) {
  return (
    <div
      role="tablist"
      aria-label="Show as"
      className="flex h-36 shrink-0 items-stretch gap-16 pointer-coarse:h-44"
    >
      {VALUE_VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === view}
          aria-controls={panelId}
          onClick={() => onView(one)}
          className={`border-b-2 text-13 font-medium ${one === view ? 'border-focus text-text1' : 'border-transparent text-text2 hover:text-text1'}`}
        >
          {VALUE_VIEW_LABELS[one]}
        </button>
      ))}
    </div>
  );
}

/** Longer JSON is laid out in the tree only: as text it stays as it was sent. */
const PRETTY_CHARS_MAX = 200_000;

interface ValueDialogProps {
  readonly text: string;
  /** Key of the attribute, or in words what the value is. */
  readonly label: string;
  /** OpenTelemetry id of the span it is of. */
  readonly spanId: string;
  readonly onClose: () => void;
}

/**
 * One value in the whole window, of any size: as text, Markdown, a JSON tree, or compared with a
 * value of another span.
 */
export function ValueDialog({ text, label, spanId, onClose }: ValueDialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const panelId = useId();
  const isJson = /^\s*[{[]/.test(text);
  const [view, setView] = useState<ValueView>(isJson ? 'json' : 'text');
  const [needle, setNeedle] = useState('');
  const { field, takeStep, onKeyDown, onFieldKey } = useFind();
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog?.open === false) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const shown = useMemo(() => (text.length > PRETTY_CHARS_MAX ? text : prettyText(text)), [text]);
  return (
    <dialog
      ref={element}
      aria-label={label}
      onKeyDown={onKeyDown}
      onClose={(event) => {
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose();
      }}
      className="h-[calc(100dvh-32px)] max-h-none w-[min(1200px,calc(100vw-24px))] max-w-none overflow-hidden rounded-popover border border-line2 bg-bg0 p-0 text-text1 shadow-popover backdrop:bg-[oklch(0_0_0/0.5)]"
    >
      <div className="flex h-full flex-col">
        <ValueHead {...{ text, label, isJson }} onClose={() => element.current?.close()} />
        <div className="flex shrink-0 items-center gap-16 border-b border-line1 px-12">
          <ValueTabs view={view} panelId={panelId} onView={setView} />
          {(view === 'text' || view === 'json') && (
            <input
              type="search"
              value={needle}
              ref={field}
              onChange={(event) => setNeedle(event.target.value)}
              onKeyDown={onFieldKey}
              title="Enter: next, Shift Enter: previous"
              placeholder="Find in value"
              aria-label="Find in value"
              className="ml-auto h-26 w-200 min-w-0 rounded-control border border-line2 bg-bg1 px-8 text-13"
            />
          )}
        </div>
        <div
          role="tabpanel"
          id={panelId}
          aria-label={VALUE_VIEW_LABELS[view]}
          className="flex min-h-0 flex-1 flex-col"
        >
          <TakeStep value={takeStep}>
            {view === 'text' && <TextPane text={shown} needle={needle} />}
            {view === 'markdown' && <MarkdownPane text={text} />}
            {view === 'json' && <JsonPane text={text} label={label} needle={needle} />}
            {view === 'diff' && <DiffPane text={shown} label={label} spanId={spanId} />}
          </TakeStep>
        </div>
      </div>
    </dialog>
  );
}

interface ValueHeadProps extends Pick<ValueDialogProps, 'text' | 'label' | 'onClose'> {
  readonly isJson: boolean;
}

function ValueHead({ text, label, isJson, onClose }: ValueHeadProps) {
  const size = useMemo(() => formatBytes(utf8Bytes(text)), [text]);
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-12 gap-y-4 border-b border-line1 px-12 py-8">
      <h2 className="mono clip min-w-0 flex-1" title={label}>
        {label}
      </h2>
      <span className="nums text-12 text-text3">{size}</span>
      <CopyButton text={text} label="Copy" />
      <CopyButton text={label} label="Copy path" />
      <Button
        look="quiet"
        onClick={() => saveText(text, `${label.slice(0, 80)}.${isJson ? 'json' : 'txt'}`)}
      >
        Download
      </Button>
      <IconButton icon="close" label="Close" onClick={onClose} />
    </header>
  );
}

/** The field that is searched with: the keys that lead to it, and from it to the next hit. */
function useFind() {
  const field = useRef<HTMLInputElement>(null);
  const step = useRef<Step | null>(null);
  const takeStep = useCallback((next: Step | null) => {
    step.current = next;
  }, []);
  // The browser's own search would see the few lines that are laid out.
  const onKeyDown = (event: KeyboardEvent): void => {
    const isField =
      event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const isWanted =
      event.key === 'f' ? event.ctrlKey || event.metaKey : event.key === '/' && !isField;
    if (!isWanted || field.current === null) return;
    event.preventDefault();
    field.current.select();
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') step.current?.(event.shiftKey ? -1 : 1);
  };
  return { field, takeStep, onKeyDown, onFieldKey };
}

function MarkdownPane({ text }: { text: string }) {
  if (text.length > MARKDOWN_CHARS_MAX)
    return (
      <>
        <p className="shrink-0 border-b border-line1 px-12 py-6 text-12 text-text2">
          Too long for Markdown. Showing plain text.
        </p>
        <TextPane text={text} needle="" />
      </>
    );
  return (
    <div tabIndex={0} className="min-h-0 flex-1 overflow-auto px-16 py-12">
      <div className="max-w-820">
        <LazyMarkdown text={text} />
      </div>
    </div>
  );
}

/** So many spans can be chosen from: those of the same name first. */
const CHOICES_MAX = 400;
const SELECT =
  'h-28 max-w-full min-w-0 rounded-control border border-line2 bg-bg1 px-6 text-12 text-text1';

/** The differences between this value and one of another span of the trace. */
function DiffPane({ text, label, spanId }: { text: string; label: string; spanId: string }) {
  const scope = useContext(TraceScope);
  const choices = useMemo(() => choicesOf(scope, spanId), [scope, spanId]);
  const [row, setRow] = useState<number | null>(null);
  const chosen = row ?? choices[0]?.row ?? -1;
  const id = encodeGlobalId('Span', scope?.skeleton.ids[chosen] ?? 0);
  const { data, error } = useQuery({ ...spanDetailOptions(id), enabled: chosen >= 0 });
  const flat = useMemo(() => (data === undefined ? {} : attributesOf(data.attributes)), [data]);
  const keys = useMemo(() => Object.keys(flat), [flat]);
  const [key, setKey] = useState(label);
  const used = keys.includes(key)
    ? key
    : keys.includes(label)
      ? label
      : (keys.find((one) => one === 'output.value') ?? keys[0]);
  const other = used === undefined ? null : prettyText(asText(flat[used]) ?? 'null');
  useEffect(() => setKey(label), [label]);
  if (choices.length === 0)
    return (
      <p className="px-16 py-12 text-13 text-text3">
        This trace has no other span to compare with.
      </p>
    );
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-8 border-b border-line1 px-12 py-6 text-12 text-text2">
        <label className="flex min-w-0 items-center gap-6">
          against
          <select
            className={SELECT}
            value={chosen}
            onChange={(event) => setRow(Number(event.target.value))}
          >
            {choices.map((choice) => (
              <option key={choice.row} value={choice.row}>
                {choice.label}
              </option>
            ))}
          </select>
        </label>
        <label className="flex min-w-0 items-center gap-6">
          its
          <select
            className={SELECT}
            value={used ?? ''}
            onChange={(event) => setKey(event.target.value)}
          >
            {keys.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error !== null && <ErrorNote what="The other span could not be read" error={error} />}
      {data === undefined && error === null && <SkeletonRows rows={8} height={24} />}
      {data !== undefined && keys.length === 0 && (
        <p className="px-16 py-12 text-13 text-text3">
          The other span has no attributes to compare with.
        </p>
      )}
      {other !== null && <DiffText before={other} after={text} />}
    </>
  );
}

interface Choice {
  readonly row: number;
  readonly label: string;
}

/** Spans to compare with: of the same name first, the nearest before first of all. */
function choicesOf(scope: ContextType<typeof TraceScope>, spanId: string): readonly Choice[] {
  if (scope === null) return [];
  const { columns } = scope;
  const own = columns.spanIds.indexOf(spanId);
  const name = nameOf(columns, own);
  const rows = Array.from({ length: columns.count }, (_, row) => row).filter((row) => row !== own);
  const same = rows.filter((row) => nameOf(columns, row) === name);
  const ordered = [
    ...same.filter((row) => row < own).toReversed(),
    ...same.filter((row) => row > own),
    ...rows.filter((row) => nameOf(columns, row) !== name),
  ];
  return ordered.slice(0, CHOICES_MAX).map((row) => ({
    row,
    label: `${nameOf(columns, row).slice(0, 60)} · +${formatDuration(columns.startsMs[row] ?? 0)}`,
  }));
}
