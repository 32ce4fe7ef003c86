import { Link, useParams } from '@tanstack/react-router';
import type { SpanDetail } from '../../../api/model.ts';
import { formatDuration } from '../../../lib/format-time.ts';
import { attributesOf } from '../../../lib/span-attributes-codec.ts';
import { AttributeRows } from './attribute-rows.tsx';

/** What happened during the span, by time, and the spans it points to. */
export function EventsTab({ span }: { span: SpanDetail }) {
  const { project } = useParams({ from: '/projects/$project/traces/$trace' });
  const startMs = Date.parse(span.start_time);
  if (span.events.length + span.links.length === 0) return <p className="text-13 text-text3">This span has no events and no links.</p>;
  return (
    <div className="flex flex-col gap-16">
      {span.events.map((event, index) => (
        <section key={index}>
          <h3 className="nums flex items-baseline gap-8 pb-4">
            <span className="text-12 text-text3">+{formatDuration(Math.max(0, Date.parse(event.timestamp) - startMs))}</span>
            <span className="verbatim font-semibold">{event.name}</span>
          </h3>
          <AttributeRows rows={Object.entries(attributesOf(event.attributes))} />
        </section>
      ))}
      {span.links.map((link, index) => (
        <section key={index}>
          <h3 className="pb-4 text-12 text-text3">
            link to{' '}
            <Link
              to="/projects/$project/traces/$trace"
              params={{ project, trace: link.trace_id }}
              search={{ span: link.span_id }}
              className="mono text-link"
            >
              {link.span_id}
            </Link>
          </h3>
          <AttributeRows rows={Object.entries(attributesOf(link.attributes))} />
        </section>
      ))}
    </div>
  );
}
