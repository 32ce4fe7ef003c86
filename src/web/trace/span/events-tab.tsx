import { Link, useParams } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { previewText } from '#web/platform/text/exact-json.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { plural } from '#web/platform/text/format-number.ts';
import type { Json } from '#web/platform/text/json.ts';
import { attributesOf } from './span-attributes-codec.ts';
import { Icon } from '#web/ui/icon.tsx';
import { nameOf } from '#web/trace/trace-skeleton.ts';
import { TraceScope } from '#web/trace/trace-scope.ts';
import { AttributeRows } from './attribute-rows.tsx';

interface EventTimelineProps {
  readonly durationMs: number;
  readonly events: readonly { readonly name: string; readonly offsetMs: number }[];
}

const MARKS_MAX = 500;

/** When the events were within the span, as marks on a line; the list below names them. */
function EventTimeline({ durationMs, events }: EventTimelineProps) {
  const whole = Math.max(
    durationMs,
    ...events.slice(0, MARKS_MAX).map((one) => one.offsetMs),
    1e-6,
  );
  return (
    <div aria-hidden="true">
      <div className="relative h-20">
        <div className="absolute inset-x-0 top-9 h-2 rounded-chip bg-bg3" />
        {events.slice(0, MARKS_MAX).map((event, index) => (
          <span
            key={index}
            title={`${event.name} +${formatDuration(event.offsetMs)}`}
            className={`absolute top-4 h-12 w-3 -translate-x-1 rounded-chip bg-bar ${event.name === 'exception' ? 'tone-error' : 'tone-info'}`}
            style={{ left: `${Math.max(0, Math.min(1, event.offsetMs / whole)) * 100}%` }}
          />
        ))}
      </div>
      <div className="nums flex justify-between text-11 text-text3">
        <span>0</span>
        <span>{formatDuration(whole)}</span>
      </div>
    </div>
  );
}

/** So many are laid out at once: streaming writes an event for each token. */
const STEP = 100;
/** Up to so many show at once all that they say. */
const OPENED_MAX = 5;
const PREVIEW_ROWS = 6;
const PREVIEW_CHARS = 120;

type SpanEvent = SpanDetail['events'][number];

/** The span's events, by time, and its links. */
export function EventsTab({ span }: { span: SpanDetail }) {
  const [count, setCount] = useState(STEP);
  const startMs = Date.parse(span.start_time);
  const { events, links } = span;
  if (events.length + links.length === 0)
    return <p className="text-13 text-text3">This span has no events and no links.</p>;
  return (
    <div className="flex flex-col gap-16">
      {events.length > 0 && (
        <EventTimeline
          durationMs={span.latency_ms}
          events={events.map((event) => ({
            name: event.name,
            offsetMs: Date.parse(event.timestamp) - startMs,
          }))}
        />
      )}
      {events.length > 0 && (
        <ol className="border-t border-line1">
          {events.slice(0, count).map((event, index) => (
            <EventLine
              key={index}
              event={event}
              startMs={startMs}
              opened={events.length <= OPENED_MAX}
            />
          ))}
        </ol>
      )}
      {count < events.length && (
        <button
          type="button"
          className="self-start text-12 text-link"
          onClick={() => setCount(count + STEP)}
        >
          Show {plural(Math.min(STEP, events.length - count), 'more event')}
        </button>
      )}
      {links.slice(0, count).map((link, index) => (
        <section key={index}>
          <h3 className="pb-4 text-12 text-text3">
            link to <SpanLink traceId={link.trace_id} spanId={link.span_id} />
          </h3>
          <AttributeRows rows={Object.entries(attributesOf(link.attributes))} />
        </section>
      ))}
    </div>
  );
}

/**
 * When, what, and the beginning of what it says; its attributes on demand, at once where there are
 * few events.
 */
function EventLine({
  event,
  startMs,
  opened,
}: {
  event: SpanEvent;
  startMs: number;
  opened: boolean;
}) {
  const rows = Object.entries(attributesOf(event.attributes));
  const head = (
    <>
      <span className="shrink-0 text-12 text-text3">
        {offsetText(Date.parse(event.timestamp) - startMs)}
      </span>
      <span className="verbatim shrink-0 font-semibold">{event.name}</span>
    </>
  );
  if (rows.length === 0)
    return (
      <li className="nums flex items-baseline gap-8 border-b border-line1 py-4 pl-16">{head}</li>
    );
  return (
    <li className="border-b border-line1">
      <details open={opened} className="group/event">
        <summary className="nums flex cursor-pointer list-none items-baseline gap-8 py-4 [&::-webkit-details-marker]:hidden">
          <span className="w-8 shrink-0 self-center group-open/event:rotate-90">
            <Icon name="chevronRight" size={12} />
          </span>
          {head}
          <span className="mono clip min-w-0 text-text3 group-open/event:hidden">
            {previewOf(rows)}
          </span>
        </summary>
        <AttributeRows rows={rows} />
      </details>
    </li>
  );
}

function previewOf(rows: readonly (readonly [string, Json])[]): string {
  return rows
    .slice(0, PREVIEW_ROWS)
    .map(([key, value]) => `${key}=${previewText(value, PREVIEW_CHARS)}`)
    .join('  ');
}

function offsetText(ms: number): string {
  return ms < 0 ? `${formatDuration(-ms)} before the start` : `+${formatDuration(ms)}`;
}

/** A span of this trace is shown here; one of another trace has its own page. */
function SpanLink({ traceId, spanId }: { traceId: string; spanId: string }) {
  const scope = useContext(TraceScope);
  const { project = '' } = useParams({ strict: false });
  if (scope !== null && scope.skeleton.trace.trace_id === traceId) {
    const row = scope.columns.spanIds.indexOf(spanId);
    if (row < 0) return <span className="mono text-text2">span {spanId}, not received</span>;
    return (
      <button type="button" onClick={() => scope.select(spanId)} className="text-link">
        {nameOf(scope.columns, row)} <span className="mono">{spanId}</span>
      </button>
    );
  }
  return (
    <Link
      to="/projects/$project/traces/$trace"
      params={{ project, trace: traceId }}
      search={{ span: spanId }}
      className="mono text-link"
    >
      span {spanId} of trace {traceId}
    </Link>
  );
}
