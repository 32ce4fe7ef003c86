import { useMemo, useState, Fragment, type ReactNode } from 'react';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { shownParametersOf } from '#web/trace/conversation.ts';
import {
  embeddingsOf,
  rerankedDocuments,
  rerankerInput,
  retrievedDocuments,
  type Embedding,
} from './documents.ts';
import { evaluationResultsOf, type EvaluationResult } from './evaluation-results.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { asString, asText, at, isObject, unwrapJson, type Json } from '#web/platform/text/json.ts';
import { promptTemplateOf, type PromptTemplate } from './prompt-template.ts';
import {
  shownConversation,
  shownEmbedding,
  shownToolRun,
  textsToEmbed,
} from './shown-conversation.ts';
import { attributesOf } from './span-attributes-codec.ts';
import { ContentModeSwitch } from '#web/trace/content-mode-switch.tsx';
import { ConversationView } from './conversation-view.tsx';
import { DocumentList } from './document-list.tsx';
import { ErrorBox } from './error-box.tsx';
import { SpanFacts } from './span-facts.tsx';
import { SpanFigures } from './span-figures.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';

const SHOWN_FIRST = 50;

/** Texts that were embedded, each with the size of its vector; the numbers on demand. */
function EmbeddingList({ embeddings }: { embeddings: readonly Embedding[] }) {
  const [count, setCount] = useState(SHOWN_FIRST);
  return (
    <ol className="flex flex-col gap-8">
      {embeddings.slice(0, count).map((one, index) => (
        <li key={index} className="tone-embedding flex flex-col gap-4 border-l-2 border-bar pl-10">
          <TextBlock text={one.text} label={`text ${index + 1}`} look="prose" />
          {one.vector.length > 0 && (
            <details>
              <summary className="nums text-12 text-text3 hover:text-text1">
                vector of {exactCount(one.vector.length)} numbers
              </summary>
              <TextBlock
                text={JSON.stringify(one.vector)}
                label={`vector ${index + 1}`}
                look="line"
              />
            </details>
          )}
        </li>
      ))}
      {count < embeddings.length && (
        <button
          type="button"
          className="self-start text-12 text-link"
          onClick={() => setCount(embeddings.length)}
        >
          Show all {plural(embeddings.length, 'text')}
        </button>
      )}
    </ol>
  );
}

/** A span's input and output, in a form that suits its kind; an error comes first. */
export function ContentTab({ span, nested }: { span: SpanDetail; nested: Json }) {
  const isTool = span.span_kind === 'TOOL';
  const content = useMemo(() => contentOf(nested, span.span_kind), [nested, span.span_kind]);
  const evaluations = useMemo(() => evaluationsOf(span), [span]);
  const { conversation, hasMessages, documents, embeddings, tool, prompt, input, output } = content;
  const isAnswerAlone = hasMessages && conversation.input.length === 0;
  const inputPart = (
    <TextPart
      title={isTool ? 'Arguments' : 'Input'}
      text={input}
      label="input.value"
      look="content"
    />
  );
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
      <CallParts content={content} />
      {!isAnswerAlone && inputPart}
      <DocumentParts content={content} span={span.context.span_id} />
      {embeddings.length > 0 && (
        <Part title={plural(embeddings.length, 'text')}>
          <EmbeddingList embeddings={embeddings} />
        </Part>
      )}
      <TextPart
        title={isTool ? 'Result' : 'Output'}
        text={documents.length > 0 ? null : output}
        label="output.value"
        look="content"
      />
      <EvaluationPart results={evaluations} />
      {prompt !== null && <PromptPart prompt={prompt} />}
      <TextPart title="Schema" text={tool.schema} label="tool.json_schema" />
      <TextPart title="Parameters" text={content.parameters} label="llm.invocation_parameters" />
      {content.isEmpty && evaluations.length === 0 && span.status_code !== 'ERROR' && (
        <EmptyContent span={span} />
      )}
    </div>
  );
}

type Content = ReturnType<typeof contentOf>;

/** What a tool is for and was called with, and what a reranker was asked. */
function CallParts({ content: { tool, query, input } }: { content: Content }) {
  return (
    <>
      {tool.description !== null && (
        <p className="verbatim text-13 text-text2">{tool.description}</p>
      )}
      <TextPart
        title="Arguments"
        text={isSameValue(tool.args, input) ? null : tool.args}
        label="tool.parameters"
      />
      <TextPart title="Query" text={query === input ? null : query} label="reranker.query" />
    </>
  );
}

function DocumentParts({
  content: { documents, reranked, before },
  span,
}: {
  content: Content;
  span: string;
}) {
  const left = reranked
    ? before.length - documents.filter((one) => one.rankBefore !== null).length
    : 0;
  return (
    <>
      {documents.length > 0 && (
        <Part title={`${plural(documents.length, 'document')}${reranked ? ', reranked' : ''}`}>
          <DocumentList
            documents={documents}
            span={span}
            reranked={reranked && before.length > 0}
          />
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
    </>
  );
}

function EmptyContent({ span }: { span: SpanDetail }) {
  return (
    <p className="text-13 text-text3">
      This span has no input or output.
      {Object.keys(attributesOf(span.attributes)).length + span.events.length > 0 &&
        ' See the other tabs for the rest of the span.'}
    </p>
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

/**
 * Whether two texts say the same, as they are or as JSON: a tool's arguments often come twice,
 * written differently.
 */
function isSameValue(one: string | null, other: string | null): boolean {
  if (one === other || one === null || other === null) return one === other;
  return JSON.stringify(unwrapJson(one)) === JSON.stringify(unwrapJson(other));
}

/**
 * A tool's description, schema and arguments. Senders put the schema or the arguments of the call
 * into `tool.parameters`.
 */
function toolOf(nested: Json): {
  readonly description: string | null;
  readonly schema: string | null;
  readonly args: string | null;
} {
  const parameters = at(nested, 'tool', 'parameters');
  const parsed = unwrapJson(parameters);
  const isSchema = isObject(parsed) && isObject(parsed['properties']);
  return {
    description:
      asString(at(nested, 'tool', 'description')) ??
      asString(at(nested, 'gen_ai', 'tool', 'description')),
    schema: asText(at(nested, 'tool', 'json_schema')) ?? (isSchema ? asText(parameters) : null),
    args:
      (isSchema ? null : asText(parameters)) ??
      asText(at(nested, 'gen_ai', 'tool', 'call', 'arguments')),
  };
}

/**
 * Data the exporter dropped before sending the span, and the limit that caused it (OpenTelemetry's
 * defaults).
 */
function DroppedNote({ span }: { span: SpanDetail }) {
  const dropped = [
    {
      count: span.dropped_attributes_count,
      what: 'attributes',
      limit: 'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT',
    },
    { count: span.dropped_events_count, what: 'events', limit: 'OTEL_SPAN_EVENT_COUNT_LIMIT' },
    { count: span.dropped_links_count, what: 'links', limit: 'OTEL_SPAN_LINK_COUNT_LIMIT' },
  ].filter(({ count }) => count > 0);
  if (dropped.length === 0) return null;
  return (
    <div
      role="note"
      className="tone-warn flex flex-col gap-2 rounded-control bg-tint px-10 py-8 text-12 text-tone"
    >
      {dropped.map(({ count, what, limit }) => (
        <p key={limit}>
          The exporter dropped {exactCount(count)} {what} of this span, so what follows is not all
          of it. Raise <span className="mono">{limit}</span> (128 by default) where it runs.
        </p>
      ))}
    </div>
  );
}

/** An evaluator's results: each with its label, score and explanation. */
function EvaluationPart({ results }: { results: readonly EvaluationResult[] }) {
  if (results.length === 0) return null;
  return (
    <Part title={results.length === 1 ? 'Evaluation' : `${results.length} evaluations`}>
      <ul className="flex flex-col gap-12">
        {results.map(({ name, label, score, explanation, error }, index) => (
          <li key={index} className="flex flex-col gap-4 border-l-2 border-line2 pl-10">
            <p className="verbatim flex flex-wrap items-baseline gap-x-12 gap-y-2 text-13">
              <strong className="font-semibold">{name ?? 'unnamed'}</strong>
              {label !== null && <span>{label}</span>}
              {score !== null && <span className="nums">{score}</span>}
              {error !== null && <span className="tone-error text-tone">no result: {error}</span>}
            </p>
            {explanation !== null && (
              <TextBlock text={explanation} label="gen_ai.evaluation.explanation" look="content" />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/**
 * The template of a prompt: with its variables filled in, as it was written, and what the variables
 * were.
 */
function PromptPart({ prompt }: { prompt: PromptTemplate }) {
  return (
    <Part
      title={
        prompt.version === null ? 'Prompt template' : `Prompt template, version ${prompt.version}`
      }
    >
      <TextBlock text={prompt.template} label="llm.prompt_template.template" />
      {prompt.variables.length > 0 && (
        <>
          <dl className="grid grid-cols-[minmax(80px,max-content)_minmax(0,1fr)] gap-x-12 gap-y-4 pl-10 text-13">
            {prompt.variables.map(([name, value]) => (
              <Fragment key={name}>
                <dt className="mono verbatim text-text2">{name}</dt>
                <dd>
                  <TextBlock text={value} label={`variable ${name}`} look="line" />
                </dd>
              </Fragment>
            ))}
          </dl>
          <details>
            <summary className="text-12 text-text3 hover:text-text1">
              with its variables filled in
            </summary>
            <TextBlock text={prompt.filled} label="prompt" />
          </details>
        </>
      )}
    </Part>
  );
}

/** A titled piece of a span. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6">
      <h3 className="text-11 font-medium text-text3">{title}</h3>
      {children}
    </section>
  );
}

interface TextPartProps {
  readonly title: string;
  readonly text: string | null;
  /** Key of its attribute. */
  readonly label: string;
  readonly look?: 'value' | 'content';
}

/** A titled text; nothing without one. */
function TextPart({ title, text, label, look = 'value' }: TextPartProps) {
  if (text === null) return null;
  return (
    <Part title={title}>
      <TextBlock text={text} label={label} look={look} />
    </Part>
  );
}
