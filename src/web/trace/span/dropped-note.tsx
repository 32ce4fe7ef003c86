import type { SpanDetail } from '#web/platform/http/model.ts';
import { exactCount } from '#web/platform/text/format-number.ts';

/** Data the exporter dropped before sending the span, and the limit that caused it (OpenTelemetry's defaults). */
export function DroppedNote({ span }: { span: SpanDetail }) {
  const dropped = [
    { count: span.dropped_attributes_count, what: 'attributes', limit: 'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT' },
    { count: span.dropped_events_count, what: 'events', limit: 'OTEL_SPAN_EVENT_COUNT_LIMIT' },
    { count: span.dropped_links_count, what: 'links', limit: 'OTEL_SPAN_LINK_COUNT_LIMIT' },
  ].filter(({ count }) => count > 0);
  if (dropped.length === 0) return null;
  return (
    <div role="note" className="tone-warn flex flex-col gap-2 rounded-control bg-tint px-10 py-8 text-12 text-tone">
      {dropped.map(({ count, what, limit }) => (
        <p key={limit}>
          The exporter dropped {exactCount(count)} {what} of this span, so what follows is not all of it. Raise{' '}
          <span className="mono">{limit}</span> (128 by default) where it runs.
        </p>
      ))}
    </div>
  );
}
