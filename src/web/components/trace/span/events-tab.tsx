import { Link, useParams } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import type { SpanDetail } from '../../../api/model.ts';
import { formatDuration } from '../../../lib/format-time.ts';
import { plural } from '../../../lib/format-number.ts';
import { attributesOf } from '../../../lib/span-attributes-codec.ts';
import { TraceScope } from '../trace-scope.ts';
import { AttributeRows } from './attribute-rows.tsx';
import { EventTimeline } from './event-timeline.tsx';

/** So many are laid out at once: streaming writes an event for each token. */
const STEP = 100;

/** What happened during the span, by time, and the spans it points to. */
export function EventsTab({ span }: { span: SpanDetail }) {
  const [count, setCount] = useState(STEP);
  const startMs = Date.parse(span.start_time);
  const { events, links } = span;
  if (events.length + links.length === 0) return <p className="text-13 text-text3">This span has no events and no links.</p>;
  return (
    <div className="flex flex-col gap-16">
      {events.length > 0 && (
        <EventTimeline
          durationMs={span.latency_ms}
          events={events.map((event) => ({ name: event.name, offsetMs: Date.parse(event.timestamp) - startMs }))}
        />
      )}
      {events.slice(0, count).map((event, index) => (
        <section key={index}>
          <h3 className="nums flex items-baseline gap-8 pb-4">
            <span className="text-12 text-text3">{offsetText(Date.parse(event.timestamp) - startMs)}</span>
            <span className="verbatim font-semibold">{event.name}</span>
          </h3>
          <AttributeRows rows={Object.entries(attributesOf(event.attributes))} />
        </section>
      ))}
      {count < events.length && (
        <button type="button" className="self-start text-12 text-link" onClick={() => setCount(count + STEP)}>
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

function offsetText(ms: number): string {
  return ms < 0 ? `${formatDuration(-ms)} before the start` : `+${formatDuration(ms)}`;
}

/** A span of this trace is shown here; one of another trace has its own page. */
function SpanLink({ traceId, spanId }: { traceId: string; spanId: string }) {
  const scope = useContext(TraceScope);
  const { project = '' } = useParams({ strict: false });
  if (scope !== null && scope.skeleton.trace.trace_id === traceId)
    return (
      <button type="button" onClick={() => scope.select(spanId)} className="mono text-link">
        span {spanId}
      </button>
    );
  return (
    <Link to="/projects/$project/traces/$trace" params={{ project, trace: traceId }} search={{ span: spanId }} className="mono text-link">
      span {spanId} of trace {traceId}
    </Link>
  );
}
