import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState, type RefObject } from 'react';
import type { ContentMarks } from '#web/search/content-marks.ts';
import { MarkScope, useMarksOf } from '#web/search/mark-scope.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { spanDetailOptions, sentSpanOptions } from '#web/trace/traces.calls.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { RetryNote } from '#web/trace/waterfall/retry-mark.tsx';
import { SpanChips } from '#web/annotations/head-chips.tsx';
import { AddToDataset } from '#web/datasets/add-to-dataset.tsx';
import { SpanDatasets } from '#web/datasets/span-datasets.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { KindMark, lookOfKind } from '#web/ui/kind-mark.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { toolsOf, type ToolSpec } from '#web/trace/conversation.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { nestAttributes } from './nest-attributes.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { attributesOf } from './span-attributes-codec.ts';
import { AttributesTab } from './attributes-tab.tsx';
import { ContentTab } from './content-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { ValueViewer } from '#web/trace/open-value.tsx';
import { saveText } from '#web/platform/browser/save-text.ts';
import { TextBlock } from '#web/trace/text-block.tsx';

const MarkedBar = lazyPart(async () => ({
  default: (await import('#web/search/marked-bar.tsx')).MarkedBar,
}));

interface SpanPanelProps {
  /** Global ID of the span. */
  readonly id: string;
  readonly traceStart: string;
  readonly tab: string | undefined;
  readonly onTab: (tab: string | undefined) => void;
  /** What is marked: a text that was searched for. */
  readonly mark: string | undefined;
  readonly onUnmark: () => void;
  /** On a narrow screen: back to the tree. */
  readonly onClose: (() => void) | null;
  /** Opens the panel; null while it is open, when there is little room. */
  readonly onAnnotate: (() => void) | null;
}

/** In a head that shrinks to make room while the annotation form is below. */
const BESIDE_FORM = 'group-has-[>.panel-below]/trace:hidden';

/** Everything about one span, by what kind it is. */
export function SpanPanel({ id, ...rest }: SpanPanelProps) {
  const section = useRef<HTMLElement>(null);
  const marks = useMarksOf(rest.mark);
  const { data, error, refetch, isPlaceholderData } = useQuery(spanDetailOptions(id));
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows rows={12} height={34} />
    ) : (
      <ErrorNote what="The span could not be read" error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <section
      ref={section}
      aria-label="Span"
      aria-busy={isPlaceholderData}
      className={`flex h-full min-w-0 flex-col transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <MarkScope value={marks}>
        <LoadedSpan span={data} {...rest} marked={{ marks, section }} />
      </MarkScope>
    </section>
  );
}

interface LoadedSpanProps extends Omit<SpanPanelProps, 'id' | 'mark'> {
  readonly span: SpanDetail;
  readonly marked: {
    readonly marks: ContentMarks | null;
    readonly section: RefObject<HTMLElement | null>;
  };
}

/** Where a match is looked for, one after the other; `raw` has all of the span. */
const MARKED_TABS: readonly string[] = ['content', 'attributes', 'events', 'raw'];

/**
 * Goes on to a tab that was not looked through for a match yet; in the end back to the first, as a
 * span without a match is shown like any other. Once there was a match, tabs are the user's again.
 */
function useLookOn(what: string, current: string, onTab: (tab: string | undefined) => void) {
  const [last, setLast] = useState<{ readonly what: string; readonly tabs: readonly string[] }>();
  const before = last?.what === what ? last.tabs : [];
  const isOver = MARKED_TABS.every((tab) => before.includes(tab));
  return {
    onNone: () => {
      if (isOver) return;
      const tabs = [...before, current];
      const next = MARKED_TABS.find((tab) => !tabs.includes(tab));
      setLast({ what, tabs });
      onTab(next === 'content' ? undefined : next);
    },
    onFound: () => {
      if (!isOver) setLast({ what, tabs: MARKED_TABS });
    },
  };
}

function LoadedSpan({
  span,
  traceStart,
  tab,
  onTab,
  onUnmark,
  onClose,
  onAnnotate,
  marked: { marks, section },
}: LoadedSpanProps) {
  const flat = useMemo(() => attributesOf(span.attributes), [span]);
  const nested = useMemo(() => nestAttributes(flat), [flat]);
  const tools = useMemo(() => toolsOf(nested), [nested]);
  const tabs = tabsOf(span, Object.keys(flat).length, tools.length);
  const current = tabs.some((one) => one.id === tab) ? tab : 'content';
  const looking = useLookOn(`${span.id} ${marks?.text ?? ''}`, current ?? 'content', onTab);
  return (
    <ValueViewer spanId={span.context.span_id}>
      <header className="shrink-0 px-12 pt-10">
        <SpanHead {...{ span, traceStart, onClose, onAnnotate }} />
        <div
          role="tablist"
          aria-label="Span"
          className="mt-4 flex h-36 items-stretch gap-16 overflow-x-auto pointer-coarse:h-44"
        >
          {tabs.map((one) => (
            <button
              key={one.id}
              type="button"
              role="tab"
              aria-selected={one.id === current}
              onClick={() => onTab(one.id === 'content' ? undefined : one.id)}
              className={`shrink-0 border-b-2 text-13 font-medium ${one.id === current ? 'border-focus text-text1' : 'border-transparent text-text2 hover:text-text1'}`}
            >
              {one.label}{' '}
              {one.count > 0 && <span className="nums text-text3">{exactCount(one.count)}</span>}
            </button>
          ))}
        </div>
      </header>
      {marks !== null && (
        <Suspense>
          <MarkedBar
            key={`${span.id} ${current}`}
            {...{ marks, section, ...looking }}
            onClose={onUnmark}
          />
        </Suspense>
      )}
      <div
        role="tabpanel"
        tabIndex={0}
        aria-label={current}
        className="min-h-0 flex-1 overflow-auto border-t border-line1 px-12 py-12 focus-visible:outline-offset-[-2px]"
        key={`${span.id} ${current}`}
      >
        {current === 'content' && <ContentTab span={span} nested={nested} />}
        {current === 'tools' && <ToolsTab tools={tools} />}
        {current === 'attributes' && <AttributesTab span={span} flat={flat} nested={nested} />}
        {current === 'events' && <EventsTab span={span} />}
        {current === 'raw' && <RawTab span={span} />}
      </div>
    </ValueViewer>
  );
}

type SpanHeadProps = Pick<SpanPanelProps, 'traceStart' | 'onClose' | 'onAnnotate'> & {
  readonly span: SpanDetail;
};

function SpanHead({ span, traceStart, onClose, onAnnotate }: SpanHeadProps) {
  const look = lookOfKind(span.span_kind);
  const offsetMs = Date.parse(span.start_time) - Date.parse(traceStart);
  const { span_id: spanId } = span.context;
  return (
    <>
      <div className="flex items-center gap-8 max-md:flex-wrap">
        {onClose !== null && (
          <IconButton
            icon="chevronRight"
            label="Back to the tree"
            className="rotate-180"
            onClick={onClose}
          />
        )}
        <KindMark look={look} />
        <h2 className="clip text-16 font-semibold max-md:min-w-0 max-md:flex-1" title={span.name}>
          {shownName(span.name)}
        </h2>
        <span
          className={`${look.tone} shrink-0 rounded-chip bg-tint px-6 text-12 leading-20 text-tone`}
        >
          {look.label}
        </span>
        {span.status_code === 'ERROR' && (
          <span className="tone-error shrink-0 rounded-chip bg-tint px-6 text-12 leading-20 text-tone">
            Error
          </span>
        )}
        <SpanActions span={spanId} onAnnotate={onAnnotate} />
      </div>
      <p
        className={`nums flex flex-wrap items-center gap-x-6 pt-2 text-12 text-text3 ${BESIDE_FORM}`}
      >
        {[span.model_name, span.model_provider, `started +${formatDuration(Math.max(0, offsetMs))}`]
          .filter((one) => one !== null && one !== '')
          .join(' · ')}
        <span className="flex items-center">
          <span className="mono">{span.context.span_id}</span>
          <CopyButton text={span.context.span_id} label="Copy span id" quiet />
        </span>
        <RetryNote span={span.context.span_id} />
      </p>
      <div className={BESIDE_FORM}>
        <SpanChips span={spanId} />
        <SpanDatasets span={span.id} />
      </div>
    </>
  );
}

function tabsOf(
  span: SpanDetail,
  attributes: number,
  tools: number,
): readonly { id: string; label: string; count: number }[] {
  return [
    { id: 'content', label: span.span_kind === 'LLM' ? 'Messages' : 'Content', count: 0 },
    { id: 'tools', label: 'Tools', count: tools },
    { id: 'attributes', label: 'Attributes', count: attributes },
    { id: 'events', label: 'Events', count: span.events.length + span.links.length },
    { id: 'raw', label: 'Raw', count: 0 },
  ].filter((one) => one.id !== 'tools' || one.count > 0);
}

/** A span's actions, by its OpenTelemetry id. */
function SpanActions({ span, onAnnotate }: { span: string; onAnnotate: (() => void) | null }) {
  const choice = useMemo(() => ({ spanIds: [span], traceIds: [] }), [span]);
  return (
    <span className={`flex max-md:-ml-10 max-md:w-full md:ml-auto ${BESIDE_FORM}`}>
      {onAnnotate !== null && (
        <Button look="quiet" title="Annotate (A)" onClick={onAnnotate}>
          Annotate
        </Button>
      )}
      <AddToDataset choice={choice} where="A span" />
    </span>
  );
}

/** The span as its exporter sent it: OTLP/JSON that can be sent again. */
function RawTab({ span }: { span: SpanDetail }) {
  const { data, error, refetch } = useQuery(sentSpanOptions(span.id));
  const text = useMemo(() => (data === undefined ? null : JSON.stringify(data, null, 2)), [data]);
  if (error !== null)
    return (
      <ErrorNote
        what="The span could not be read as it was sent"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (text === null) return <SkeletonRows rows={10} height={24} />;
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center gap-8 text-12 text-text3">
        <span className="flex-1">OTLP/JSON, as it was sent</span>
        <CopyButton text={text} label="Copy" />
        <Button
          look="quiet"
          onClick={() =>
            saveText(text, `span-${span.context.span_id}.otlp.json`, 'application/json')
          }
        >
          Download
        </Button>
      </div>
      <TextBlock text={text} label={`span ${span.context.span_id} as sent`} />
    </div>
  );
}

/** The tools the model was offered. */
function ToolsTab({ tools }: { tools: readonly ToolSpec[] }) {
  return (
    <ul className="flex flex-col gap-12">
      {tools.map((tool, index) => (
        <li key={index} className="tone-tool flex flex-col gap-4">
          <h3 className="verbatim font-semibold text-tone">{tool.name}</h3>
          {tool.description !== null && (
            <p className="verbatim text-13 text-text2">{tool.description}</p>
          )}
          <TextBlock text={JSON.stringify(tool.schema, null, 2)} label={`schema of ${tool.name}`} />
        </li>
      ))}
    </ul>
  );
}
