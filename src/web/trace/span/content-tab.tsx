import { useMemo } from 'react';
import type { SpanDetail } from '#web/platform/http/model.ts';
import { shownParametersOf } from '#web/trace/conversation.ts';
import { embeddingsOf, rerankedDocuments, rerankerInput, retrievedDocuments } from './documents.ts';
import { evaluationResultsOf } from './evaluation-results.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { asString, asText, at, isObject, unwrapJson } from '#web/platform/text/json.ts';
import type { Json } from '#web/platform/text/json.ts';
import { promptTemplateOf } from './prompt-template.ts';
import { shownConversation, shownEmbedding, shownToolRun, textsToEmbed } from './shown-conversation.ts';
import { attributesOf } from './span-attributes-codec.ts';
import { ContentModeSwitch } from '#web/trace/content-mode-switch.tsx';
import { ConversationView } from './conversation-view.tsx';
import { DocumentList } from './document-list.tsx';
import { DroppedNote } from './dropped-note.tsx';
import { EmbeddingList } from './embedding-list.tsx';
import { ErrorBox } from './error-box.tsx';
import { EvaluationPart } from './evaluation-part.tsx';
import { Part, TextPart } from './part.tsx';
import { PromptPart } from './prompt-part.tsx';
import { SpanFacts } from './span-facts.tsx';
import { SpanFigures } from './span-figures.tsx';

/** A span's input and output, in a form that suits its kind; an error comes first. */
export function ContentTab({ span, nested }: { span: SpanDetail; nested: Json }) {
  const isTool = span.span_kind === 'TOOL';
  const content = useMemo(() => contentOf(nested, span.span_kind), [nested, span.span_kind]);
  const evaluations = useMemo(() => evaluationsOf(span), [span]);
  const { conversation, hasMessages, documents, reranked, before, embeddings, tool, prompt, input, output } = content;
  const left = reranked ? before.length - documents.filter((one) => one.rankBefore !== null).length : 0;
  const isAnswerAlone = hasMessages && conversation.input.length === 0;
  const inputPart = <TextPart title={isTool ? 'Arguments' : 'Input'} text={input} label="input.value" look="content" />;
  return (
    <div className="flex flex-col gap-16">
      <DroppedNote span={span} />
      <ErrorBox span={span} />
      <div className="flex flex-col gap-8">
        <SpanFigures span={span} nested={nested} />
        <SpanFacts span={span} nested={nested} />
      </div>
      {isAnswerAlone && inputPart}
      {hasMessages && <ConversationView span={span} conversation={conversation} />}
      {!hasMessages && (input !== null || output !== null) && (
        <div className="self-start">
          <ContentModeSwitch />
        </div>
      )}
      {tool.description !== null && <p className="verbatim text-13 text-text2">{tool.description}</p>}
      <TextPart title="Arguments" text={isSameValue(tool.args, input) ? null : tool.args} label="tool.parameters" />
      <TextPart title="Query" text={content.query === input ? null : content.query} label="reranker.query" />
      {!isAnswerAlone && inputPart}
      {documents.length > 0 && (
        <Part title={`${plural(documents.length, 'document')}${reranked ? ', reranked' : ''}`}>
          <DocumentList documents={documents} span={span.context.span_id} reranked={reranked && before.length > 0} />
        </Part>
      )}
      {before.length > 0 && (
        <details>
          <summary className="text-12 text-text3 hover:text-text1">
            before: {plural(before.length, 'document')}
            {left > 0 && `, ${exactCount(left)} of them left out`}
          </summary>
          <DocumentList documents={before} />
        </details>
      )}
      {embeddings.length > 0 && (
        <Part title={plural(embeddings.length, 'text')}>
          <EmbeddingList embeddings={embeddings} />
        </Part>
      )}
      <TextPart title={isTool ? 'Result' : 'Output'} text={documents.length > 0 ? null : output} label="output.value" look="content" />
      <EvaluationPart results={evaluations} />
      {prompt !== null && <PromptPart prompt={prompt} />}
      <TextPart title="Schema" text={tool.schema} label="tool.json_schema" />
      <TextPart title="Parameters" text={content.parameters} label="llm.invocation_parameters" />
      {content.isEmpty && evaluations.length === 0 && span.status_code !== 'ERROR' && (
        <p className="text-13 text-text3">
          This span has no input or output.
          {Object.keys(attributesOf(span.attributes)).length + span.events.length > 0 && ' See the other tabs for the rest of the span.'}
        </p>
      )}
    </div>
  );
}

function evaluationsOf({ attributes, events }: SpanDetail) {
  return evaluationResultsOf(
    attributesOf(attributes),
    events.map((one) => ({ name: one.name, attributes: attributesOf(one.attributes) })),
  );
}

function contentOf(nested: Json, kind: SpanDetail['span_kind']) {
  const { conversation, input, output } = shownOf(nested, kind);
  const hasMessages = conversation.input.length + conversation.output.length > 0;
  const after = rerankedDocuments(nested);
  const documents = after.length > 0 ? after : retrievedDocuments(nested);
  const sent = embeddingsOf(nested);
  const embeddings = kind === 'EMBEDDING' && sent.length === 0 ? textsToEmbed(nested) : sent;
  const parameters = shownParametersOf(nested);
  const prompt = promptTemplateOf(nested);
  const tool = toolOf(nested);
  return {
    conversation,
    hasMessages,
    documents,
    reranked: after.length > 0,
    before: rerankerInput(nested),
    embeddings,
    parameters: parameters === null ? null : JSON.stringify(parameters),
    input,
    output,
    query: asString(at(nested, 'reranker', 'query')),
    prompt,
    tool,
    isEmpty:
      !hasMessages &&
      documents.length + embeddings.length === 0 &&
      input === null &&
      output === null &&
      tool.args === null &&
      prompt === null,
  };
}

function shownOf(nested: Json, kind: SpanDetail['span_kind']) {
  if (kind === 'TOOL') return shownToolRun(nested);
  return kind === 'EMBEDDING' ? shownEmbedding(nested) : shownConversation(nested);
}

/** Whether two texts say the same, as they are or as JSON: a tool's arguments often come twice, written differently. */
function isSameValue(one: string | null, other: string | null): boolean {
  if (one === other || one === null || other === null) return one === other;
  return JSON.stringify(unwrapJson(one)) === JSON.stringify(unwrapJson(other));
}

/** A tool's description, schema and arguments. Senders put the schema or the arguments of the call into `tool.parameters`. */
function toolOf(nested: Json): { readonly description: string | null; readonly schema: string | null; readonly args: string | null } {
  const parameters = at(nested, 'tool', 'parameters');
  const parsed = unwrapJson(parameters);
  const isSchema = isObject(parsed) && isObject(parsed['properties']);
  return {
    description: asString(at(nested, 'tool', 'description')) ?? asString(at(nested, 'gen_ai', 'tool', 'description')),
    schema: asText(at(nested, 'tool', 'json_schema')) ?? (isSchema ? asText(parameters) : null),
    args: (isSchema ? null : asText(parameters)) ?? asText(at(nested, 'gen_ai', 'tool', 'call', 'arguments')),
  };
}
