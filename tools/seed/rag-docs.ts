import type { Random } from '../otlp/random.ts';
import type { DocsPage } from './docs-page.ts';
import { DOCS_PAGES, OFF_TOPIC } from './docs-pages.ts';
import { documents, embedding, modelCall, type FoundDocument } from './model-calls.ts';
import { modelFailure } from './model-failures.ts';
import type { Step } from './trace-tree.ts';

/**
 * Questions to the documentation of a product: embed, retrieve, rerank, answer with citations, and
 * an LLM evaluator of a part of the answers.
 */

const SYSTEM =
  'You answer questions about Paperlane. Answer from the passages only, in the language of the question, and cite them. Say so when they do not have the answer.';
const NOT_FOUND =
  'I could not find this in the documentation. If you describe what you want to achieve, I can look for something close to it.';

interface Passage {
  readonly slug: string;
  readonly section: string;
  readonly text: string;
}

const PASSAGES: readonly Passage[] = DOCS_PAGES.flatMap(({ slug, passages }) =>
  Object.entries(passages).map(([section, text]) => ({ slug, section, text })),
);

/** A question, what was found for it, and the answer. */
interface Asked {
  readonly question: string;
  readonly subject: string;
  readonly found: readonly FoundDocument[];
  readonly kept: readonly FoundDocument[];
  readonly answer: string;
  /** What the answer says that no passage does; null in a grounded answer. */
  readonly unsupported: string | null;
}

export function docsQuestion(random: Random): Step {
  const asked = random.chance(0.04) ? offTopic(random) : onPage(random, random.pick(DOCS_PAGES));
  const { question, kept, answer } = asked;
  const synthesis = synthesise(random, asked);
  const prompt: Step = {
    name: 'ChatPromptTemplate',
    kind: 'PROMPT',
    workMs: 0.4,
    attributes: {
      'llm.prompt_template.template':
        'Answer from the passages only.\n\n{passages}\n\nQuestion: {question}',
      'llm.prompt_template.version': `v${random.between(3, 5)}`,
      'llm.prompt_template.variables': JSON.stringify({
        question,
        passages: kept.map((document) => document.id),
      }),
    },
  };
  const children = [
    retrieve(random, asked),
    ...(kept.length === 0 ? [] : [rerank(random, asked)]),
    prompt,
    synthesis,
  ];
  if (synthesis.error === undefined && random.chance(0.25)) children.push(evaluate(random, asked));
  return {
    name: 'docs_question',
    kind: 'CHAIN',
    workMs: random.around(3),
    attributes: {
      'input.value': question,
      'input.mime_type': 'text/plain',
      ...(synthesis.error === undefined
        ? { 'output.value': answer, 'output.mime_type': 'text/markdown' }
        : {}),
      metadata: JSON.stringify({
        channel: random.pick(['web', 'slack', 'ide']),
        release: `2026.${random.between(9, 11)}`,
        subject: asked.subject,
      }),
    },
    children,
    ...(synthesis.error === undefined ? {} : { error: synthesis.error }),
  };
}

function onPage(random: Random, page: DocsPage): Asked {
  const asked = random.pick(page.questions);
  const cited = [...asked.answer.matchAll(/\[([\w-]+)\]/g)]
    .map(([, section]) => section ?? '')
    .filter((section) => section in page.passages);
  const isGrounded = random.chance(0.85);
  const text = isGrounded
    ? asked.answer
    : `${asked.answer}${/\n/.test(asked.answer) ? '\n\n' : ' '}${page.unsupported}`;
  // The passages of the page come first, those of the answer mostly before its others, and what
  // else resembles the question last.
  const own = PASSAGES.filter(({ slug }) => slug === page.slug)
    .map((passage) => ({
      passage,
      far: random.fraction() + (cited.includes(passage.section) ? 0 : 0.6),
    }))
    .sort((one, other) => one.far - other.far)
    .map(({ passage }) => passage);
  const others = Array.from({ length: random.between(2, 6) }, () => random.pick(PASSAGES));
  const candidates = [...new Set([...own, ...others])];
  const found = candidates.map((passage, at) =>
    asDocument(passage, 0.91 - at * 0.045 + random.fraction() * 0.03, random),
  );
  const wanted = [...new Set([...cited, ...Object.keys(page.passages)])]
    .slice(0, 3)
    .map((section) => idOf({ slug: page.slug, section }));
  const kept = wanted.flatMap((id, at) => {
    const document = found.find((candidate) => candidate.id === id);
    return document === undefined
      ? []
      : [{ ...document, score: 0.98 - at * (0.08 + random.fraction() * 0.2) }];
  });
  return {
    question: random.pick(asked.asks),
    subject: page.subject,
    found,
    kept,
    answer: text.replaceAll(/\[([\w-]+)\]/g, (all, section: string) =>
      section in page.passages ? `[${idOf({ slug: page.slug, section })}]` : all,
    ),
    unsupported: isGrounded ? null : page.unsupported,
  };
}

function offTopic(random: Random): Asked {
  return {
    question: random.pick(OFF_TOPIC),
    subject: 'other',
    found: [],
    kept: [],
    answer: NOT_FOUND,
    unsupported: null,
  };
}

function retrieve(random: Random, { question, subject, found }: Asked): Step {
  return {
    name: 'VectorStoreRetriever',
    kind: 'RETRIEVER',
    workMs: random.around(30),
    attributes: {
      'input.value': question,
      'input.mime_type': 'text/plain',
      ...documents('retrieval.documents', found),
      metadata: JSON.stringify({ index: 'docs-v7', top_k: 10, subject }),
    },
    children: [embedding(random, question)],
  };
}

function rerank(random: Random, { question, found, kept }: Asked): Step {
  return {
    name: 'CrossEncoderReranker',
    kind: 'RERANKER',
    workMs: random.around(120, 0.3),
    attributes: {
      'reranker.query': question,
      'reranker.model_name': 'bge-reranker-v2-m3',
      'reranker.top_k': 3,
      ...documents('reranker.input_documents', found),
      ...documents('reranker.output_documents', kept),
    },
  };
}

function synthesise(random: Random, { question, kept, answer }: Asked): Step {
  const model = random.pick([
    'gpt-4o-mini',
    'gpt-5-mini',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'claude-haiku-4-5',
    'mistral-large-2411',
  ] as const);
  const failed = random.chance(0.004);
  return modelCall(random, {
    model,
    input: [
      { role: 'system', content: SYSTEM },
      {
        role: 'user',
        content: `${kept.map((document) => `[${document.id}] ${document.content}`).join('\n\n')}\n\nQuestion: ${question}`,
      },
    ],
    output: { role: 'assistant', content: answer },
    streaming: random.chance(0.5),
    ...(failed
      ? {
          error: random.chance(0.5)
            ? contextLength(random)
            : modelFailure(random, model, 'synthesise (/srv/rag/answer.mjs:84:17)'),
        }
      : {}),
  });
}

function asDocument(passage: Passage, score: number, random: Random): FoundDocument {
  return {
    id: idOf(passage),
    content: passage.text,
    score: Math.max(0.05, score),
    metadata: JSON.stringify({
      source: `docs/${passage.slug}.md`,
      updated: `2026-0${random.between(1, 9)}-1${random.between(0, 9)}`,
      tokens: Math.ceil(passage.text.length / 4),
    }),
  };
}

function idOf({ slug, section }: Pick<Passage, 'slug' | 'section'>): string {
  return `${slug}#${section}`;
}

function evaluate(random: Random, { question, kept, answer, unsupported }: Asked): Step {
  const verdict =
    unsupported === null
      ? {
          label: 'grounded',
          score: 1,
          explanation:
            kept.length === 0
              ? 'The answer claims nothing that would need a source.'
              : `Each statement of the answer is in ${kept.map(({ id }) => id).join(', ')}.`,
        }
      : { label: 'hallucinated', score: 0, explanation: `No passage supports “${unsupported}”` };
  return {
    name: 'groundedness',
    kind: 'EVALUATOR',
    workMs: random.around(5),
    attributes: {
      'input.value': JSON.stringify({ question, answer }),
      'input.mime_type': 'application/json',
      'output.value': JSON.stringify(verdict),
      'output.mime_type': 'application/json',
    },
    children: [
      modelCall(random, {
        model: 'gpt-4o-mini',
        input: [
          {
            role: 'user',
            content: `Is the answer grounded in the passages? Reply as JSON with label, score and explanation.\n\nQuestion: ${question}\nPassages: ${kept.map(({ id, content }) => `[${id}] ${content}`).join('\n')}\nAnswer: ${answer}`,
          },
        ],
        output: { role: 'assistant', content: JSON.stringify(verdict) },
      }),
    ],
  };
}

function contextLength(random: Random): NonNullable<Step['error']> {
  const asked = random.between(128_100, 190_000);
  return {
    type: 'BadRequestError',
    message: `This model's maximum context length is 128000 tokens. However, your messages resulted in ${asked} tokens.`,
    stack: `Traceback (most recent call last):
  File "/srv/rag/answer.py", line 84, in synthesise
    reply = client.chat.completions.create(model=model, messages=messages)
  File "/srv/.venv/lib/python3.12/site-packages/openai/_base_client.py", line 1047, in _request
    raise self._make_status_error_from_response(err.response) from None
openai.BadRequestError: Error code: 400 - context_length_exceeded (${asked} tokens)`,
  };
}
