import type { ReactNode } from 'react';
import type { SpanDetail } from '../../../api/model.ts';
import { conversationOf, invocationParametersOf } from '../../../lib/conversation.ts';
import { embeddingsOf, rerankedDocuments, retrievedDocuments } from '../../../lib/documents.ts';
import type { Embedding } from '../../../lib/documents.ts';
import { asString, asText, at } from '../../../lib/json.ts';
import type { Json } from '../../../lib/json.ts';
import { ConversationView } from './conversation-view.tsx';
import { DocumentList } from './document-list.tsx';
import { ErrorBox } from './error-box.tsx';
import { TextBlock } from './text-block.tsx';

/** What went in and came out, in the shape of the span's kind; an error comes first. */
export function ContentTab({ span, nested }: { span: SpanDetail; nested: Json }) {
  const conversation = conversationOf(nested);
  const hasMessages = conversation.input.length + conversation.output.length > 0;
  const reranked = rerankedDocuments(nested);
  const documents = reranked.length > 0 ? reranked : retrievedDocuments(nested);
  const embeddings = embeddingsOf(nested);
  const parameters = invocationParametersOf(nested);
  const input = asText(at(nested, 'input', 'value'));
  const output = asText(at(nested, 'output', 'value'));
  const query = asString(at(nested, 'reranker', 'query'));
  const args = asText(at(nested, 'tool', 'parameters')) ?? asText(at(nested, 'gen_ai', 'tool', 'call', 'arguments'));
  const template = asString(at(nested, 'llm', 'prompt_template', 'template'));
  const description = asString(at(nested, 'tool', 'description'));
  const nothing =
    !hasMessages &&
    documents.length === 0 &&
    embeddings.length === 0 &&
    input === null &&
    output === null &&
    args === null &&
    template === null;
  return (
    <div className="flex flex-col gap-16">
      <DroppedNote count={span.dropped_attributes_count} />
      <ErrorBox span={span} />
      {hasMessages && <ConversationView conversation={conversation} />}
      {description !== null && <p className="verbatim text-13 text-text2">{description}</p>}
      <TextPart title="Arguments" text={args === input ? null : args} />
      <TextPart title="Query" text={query === input ? null : query} />
      <TextPart title="Input" text={hasMessages ? null : input} />
      {documents.length > 0 && (
        <Part title={reranked.length > 0 ? 'Documents, reranked' : 'Documents'}>
          <DocumentList documents={documents} />
        </Part>
      )}
      {embeddings.length > 0 && (
        <Part title="Embeddings">
          <EmbeddingList embeddings={embeddings} />
        </Part>
      )}
      <TextPart title="Output" text={hasMessages || documents.length > 0 ? null : output} />
      <TextPart title="Prompt template" text={template} />
      <TextPart title="Parameters" text={parameters === null ? null : JSON.stringify(parameters)} />
      {nothing && span.status_code !== 'ERROR' && (
        <p className="text-13 text-text3">This span carries no input or output. Its attributes and events are in the other tabs.</p>
      )}
    </div>
  );
}

function TextPart({ title, text }: { title: string; text: string | null }) {
  if (text === null) return null;
  return (
    <Part title={title}>
      <TextBlock text={text} />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6">
      <h3 className="text-11 font-medium text-text3">{title}</h3>
      {children}
    </section>
  );
}

function DroppedNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="tone-warn rounded-control bg-tint px-10 py-8 text-12 text-tone">
      The exporter dropped {count} attributes of this span. Raise OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT (128 by default) where it runs.
    </p>
  );
}

function EmbeddingList({ embeddings }: { embeddings: readonly Embedding[] }) {
  return (
    <>
      {embeddings.map((one, index) => (
        <div key={index} className="flex flex-col gap-4">
          <TextBlock text={one.text} />
          {one.vector.length > 0 && (
            <details>
              <summary className="text-12 text-text3 hover:text-text1">vector of {one.vector.length} numbers</summary>
              <TextBlock text={JSON.stringify(one.vector)} />
            </details>
          )}
        </div>
      ))}
    </>
  );
}
