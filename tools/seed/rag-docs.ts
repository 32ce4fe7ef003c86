import { phrase, prose, sentence } from '../otlp/prose.ts';
import type { Random } from '../otlp/random.ts';
import { documents, embedding, modelCall, type FoundDocument } from './model-calls.ts';
import type { Step } from './trace-tree.ts';

/** Questions to a documentation: embed, retrieve, rerank, answer with citations, and an LLM evaluator of a part of the answers. */

const SUBJECTS = [
  'single sign-on',
  'webhooks',
  'data retention',
  'invoices',
  'rate limits',
  'the mobile SDK',
  'audit logs',
  'backups',
  'roles',
  'CSV import',
] as const;

export function docsQuestion(random: Random): Step {
  const subject = random.pick(SUBJECTS);
  const question = random.pick([
    `How do I set up ${subject}?`,
    `Why does ${subject} fail after the upgrade to version ${random.between(3, 9)}.${random.between(0, 12)}?`,
    `What is the difference between ${subject} and ${random.pick(SUBJECTS)}?`,
    `Comment configurer ${subject} pour ${random.between(2, 400)} utilisateurs ?`,
    `${subject}: ${sentence(random)}`,
  ]);
  const found = Array.from({ length: random.between(4, 10) }, (_, at) => passage(random, subject, 0.91 - at * 0.045));
  const kept = [...found]
    .sort(() => random.fraction() - 0.5)
    .slice(0, 3)
    .map((document, at) => ({ ...document, score: 0.98 - at * random.fraction() * 0.3 }));
  const nothing = random.chance(0.04);
  const answer = nothing
    ? 'I could not find this in the documentation.'
    : `${prose(random, random.between(250, 700))}\n\nSources: ${kept.map((document) => `[${document.id}]`).join(', ')}`;
  const retrieve: Step = {
    name: 'VectorStoreRetriever',
    kind: 'RETRIEVER',
    workMs: random.around(30),
    attributes: {
      'input.value': question,
      'input.mime_type': 'text/plain',
      ...(nothing ? {} : documents('retrieval.documents', found)),
      metadata: JSON.stringify({ index: 'docs-v7', top_k: 10, subject }),
    },
    children: [embedding(random, question)],
  };
  const rerank: Step = {
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
  const prompt: Step = {
    name: 'ChatPromptTemplate',
    kind: 'PROMPT',
    workMs: 0.4,
    attributes: {
      'llm.prompt_template.template': 'Answer from the passages only.\n\n{passages}\n\nQuestion: {question}',
      'llm.prompt_template.version': `v${random.between(3, 5)}`,
      'llm.prompt_template.variables': JSON.stringify({ question, passages: kept.map((document) => document.id) }),
    },
  };
  const synthesis = modelCall(random, {
    model: random.pick(['gpt-4o-mini', 'gemini-2.5-pro', 'claude-haiku-4-5']),
    input: [
      { role: 'system', content: 'Answer from the passages only, and cite them. Say so when they do not hold the answer.' },
      { role: 'user', content: `${kept.map((document) => `[${document.id}] ${document.content}`).join('\n\n')}\n\nQuestion: ${question}` },
    ],
    output: { role: 'assistant', content: answer },
    streaming: random.chance(0.5),
    ...(random.chance(0.004) ? { error: contextLength(random) } : {}),
  });
  const children = [retrieve, ...(nothing ? [] : [rerank]), prompt, synthesis];
  if (random.chance(0.25)) children.push(evaluate(random, question, answer));
  return {
    name: 'docs_question',
    kind: 'CHAIN',
    workMs: random.around(3),
    attributes: {
      'input.value': question,
      'input.mime_type': 'text/plain',
      ...(synthesis.error === undefined ? { 'output.value': answer, 'output.mime_type': 'text/markdown' } : {}),
      metadata: JSON.stringify({ channel: random.pick(['web', 'slack', 'ide']), release: `2026.${random.between(1, 11)}` }),
    },
    children,
    ...(synthesis.error === undefined ? {} : { error: synthesis.error }),
  };
}

function passage(random: Random, subject: string, score: number): FoundDocument {
  return {
    id: `${subject.replaceAll(' ', '-')}/${phrase(random).replaceAll(' ', '-')}#${random.between(1, 40)}`,
    content: prose(random, random.between(200, 520)),
    score: Math.max(0.05, score + random.fraction() * 0.03),
    metadata: JSON.stringify({
      source: `docs/${subject.replaceAll(' ', '-')}.md`,
      updated: `2026-0${random.between(1, 9)}-1${random.between(0, 9)}`,
      tokens: random.between(60, 140),
    }),
  };
}

function evaluate(random: Random, question: string, answer: string): Step {
  const score = random.chance(0.8) ? 1 : 0;
  const verdict = { label: score === 1 ? 'grounded' : 'hallucinated', score, explanation: sentence(random) };
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
          { role: 'user', content: `Is the answer grounded in the passages? Reply as JSON.\n\nQuestion: ${question}\nAnswer: ${answer}` },
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
