import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { asString, asText, at, type Json } from '#web/platform/text/json.ts';
import { listOf } from '#web/trace/conversation.ts';
import { SessionLink } from '#web/trace/session-link.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';

const NAMED = [
  ['Agent', ['agent', 'name']],
  ['Node', ['graph', 'node', 'id']],
  ['Tool', ['tool', 'name']],
  ['Finish reason', ['llm', 'finish_reason']],
  ['Guardrail', ['guardrail', 'name']],
  ['Evaluator', ['evaluator', 'name']],
] as const;

/** The span's context: session, user and other small facts. Nothing if the sender sent none. */
export function SpanFacts({ span, nested }: { span: SpanDetail; nested: Json }) {
  const { project = '' } = useParams({ strict: false });
  const facts: { label: string; value: ReactNode }[] = NAMED.flatMap(([label, path]) => {
    const value = asString(at(nested, ...path));
    return value === null || value === span.name ? [] : [{ label, value }];
  });
  if (span.session_id !== null)
    facts.push({
      label: 'Session',
      value: (
        <SessionLink
          project={project}
          session={span.session_id}
          trace={span.context.trace_id}
          className="text-link"
        />
      ),
    });
  if (span.user_id !== null) facts.push({ label: 'User', value: span.user_id });
  const tags = listOf(at(nested, 'tag', 'tags')).map((tag) => asText(tag) ?? '');
  if (tags.length > 0) facts.push({ label: 'Tags', value: tags.join(', ') });
  const metadata = asText(at(nested, 'metadata'));
  if (facts.length === 0 && metadata === null) return null;
  return (
    <div className="flex flex-col gap-6">
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-x-16 gap-y-2 text-12">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex min-w-0 gap-6">
              <dt className="text-text3">{label}</dt>
              <dd className="verbatim min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {metadata !== null && (
        <details>
          <summary className="text-12 text-text3 hover:text-text1">metadata</summary>
          <TextBlock text={metadata} label="metadata" />
        </details>
      )}
    </div>
  );
}
