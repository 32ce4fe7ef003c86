import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionReply } from '#contracts/sessions/session.ts';
import type { Span } from '#contracts/spans/span.ts';
import { getJson, listSpans, readSpan } from '../tools/api-client.ts';
import { boot, type BootedServer } from './e2e/boot.ts';
import {
  childrenOf,
  exampleEnvironment,
  findPython,
  one,
  runExample,
  startMockProvider,
} from './examples/example-run.ts';

let server: BootedServer;
let provider: { url: string; stop(): void };

beforeAll(async () => {
  [server, provider] = await Promise.all([boot(), startMockProvider()]);
});
afterAll(async () => {
  provider.stop();
  await server.dispose();
});

const environment = (wire: 'http' | 'grpc' = 'http') =>
  exampleEnvironment(server, provider.url, wire);

/** The story that the Node and the Python program both tell. */
async function expectShopAssistant(
  spans: readonly Span[],
  llmName: string,
  session: string,
  user: string,
): Promise<void> {
  const agent = one(spans, 'shop_agent', 'AGENT');
  expect(agent).toMatchObject({ parent_id: null, status_code: 'OK' });
  expect(agent.attributes['output.value']).toContain('order A-1001 left the warehouse on Monday');
  const steps = childrenOf(spans, agent);
  expect(steps.map((span) => [span.name, span.span_kind]).sort()).toEqual(
    [
      [llmName, 'LLM'],
      [llmName, 'LLM'],
      ['get_weather', 'TOOL'],
      ['lookup_order', 'TOOL'],
    ].sort(),
  );
  expect(one(steps, 'get_weather').attributes).toMatchObject({
    'input.value': '{"city":"Lisbon"}',
    'output.value': 'it is 19 °C and sunny in Lisbon',
  });

  const [plan] = steps.filter((span) => span.name === llmName);
  expect(plan?.attributes).toMatchObject({
    'llm.model_name': 'gpt-4o-mini',
    'llm.input_messages.1.message.role': 'user',
    'llm.input_messages.1.message.content':
      'Where is my order A-1001, and do I need a coat in Lisbon?',
    'llm.output_messages.0.message.tool_calls.1.tool_call.function.name': 'lookup_order',
    'llm.output_messages.0.message.tool_calls.1.tool_call.function.arguments':
      '{"order_id":"A-1001"}',
  });
  const detail = await readSpan(server.url, plan?.id ?? '');
  expect(detail).toMatchObject({
    model_name: 'gpt-4o-mini',
    model_provider: 'openai',
    session_id: session,
    user_id: user,
    resource: { attributes: { 'service.name': 'shop-assistant' } },
  });
  expect(detail.tokens.prompt).toBeGreaterThan(20);
  expect(detail.tokens).toMatchObject({
    total: (detail.tokens.prompt ?? 0) + (detail.tokens.completion ?? 0),
    cache_read: 4,
    reasoning: 2,
  });

  const streamed = spans.find(
    (span) => span.span_kind === 'LLM' && span.attributes['llm.model_name'] === 'gpt-4o',
  );
  expect(streamed?.attributes['llm.output_messages.0.message.content']).toBe(
    'You asked: "What is the answer? Olé!" The short answer is forty-two. 🙂',
  );

  const docs = one(spans, 'ask_docs', 'CHAIN');
  const retrieve = one(childrenOf(spans, docs), 'retrieve', 'RETRIEVER');
  expect(retrieve.attributes['retrieval.documents.0.document.id']).toBe('delivery');
  expect(childrenOf(spans, retrieve).map((span) => span.span_kind)).toEqual(['EMBEDDING']);
  expect(await readSpan(server.url, retrieve.id)).toMatchObject({ document_count: 2 });

  const broken = one(spans, 'broken_agent', 'AGENT');
  expect(broken.status_code).toBe('ERROR');
  const exception = broken.events.find((event) => event.name === 'exception');
  expect(exception?.attributes['exception.message']).toContain('no-such-model');
  expect(exception?.attributes['exception.stacktrace']).toContain('app.');

  const { data } = await getJson(`${server.url}/v1/sessions/${session}`, SessionReply);
  expect(data.traces.length).toBeGreaterThanOrEqual(3);
}

describe('node-openai', () => {
  it('lands agent, tools, stream, retrieval and error', async () => {
    await runExample('node-openai', process.execPath, ['app.js'], environment());
    await expectShopAssistant(
      await listSpans(server.url, 'node-openai'),
      'OpenAI Chat Completions',
      'node-session-1',
      'ada',
    );
  });
});

const python = findPython();
if (python === null)
  console.log('note: no Python with the packages of examples/python-openai, so it is skipped');
describe.skipIf(python === null)('python-openai', () => {
  it('lands agent, tools, stream, retrieval and error over HTTP', async () => {
    await runExample('python-openai', python ?? '', ['app.py'], environment());
    await expectShopAssistant(
      await listSpans(server.url, 'python-openai'),
      'ChatCompletion',
      'python-session-1',
      'grace',
    );
  });

  it('lands the same over gRPC with gzip', async () => {
    await runExample('python-openai', python ?? '', ['app.py'], {
      ...environment('grpc'),
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      PROJECT: 'python-openai-grpc',
    });
    await expectShopAssistant(
      await listSpans(server.url, 'python-openai-grpc'),
      'ChatCompletion',
      'python-session-1',
      'grace',
    );
  });
});

describe('ai-sdk', () => {
  it('lands GenAI attributes as the same model', async () => {
    await runExample('ai-sdk', process.execPath, ['app.js'], environment());
    const spans = await listSpans(server.url, 'ai-sdk');
    expect(one(spans, 'execute_tool get_weather').span_kind).toBe('TOOL');
    const agent = one(spans, 'invoke_agent gpt-4o-mini');
    expect(agent).toMatchObject({ span_kind: 'AGENT', parent_id: null });
    const streamed = one(spans, 'chat gpt-4o');
    expect(streamed.span_kind).toBe('LLM');
    const detail = await readSpan(server.url, streamed.id);
    expect(detail).toMatchObject({
      model_name: 'gpt-4o',
      model_provider: 'openai',
      tokens: { prompt: 13, completion: 21, cache_read: 4 },
    });
    expect(detail.attributes['llm.output_messages.0.message.role']).toBe('assistant');
    expect(
      spans
        .filter((span) => span.name.startsWith('embeddings'))
        .every((span) => span.span_kind === 'EMBEDDING'),
    ).toBe(true);
    expect(one(spans, 'chat no-such-model').status_code).toBe('ERROR');
  });
});

describe('grpc-gzip', () => {
  it('lands a report with its event and its error', async () => {
    await runExample('grpc-gzip', process.execPath, ['app.js'], environment('grpc'));
    const spans = await listSpans(server.url, 'grpc-gzip');
    const root = one(spans, 'nightly_report', 'CHAIN');
    expect(childrenOf(spans, root)).toHaveLength(3);
    const returns = one(spans, 'summarise returns');
    expect(returns).toMatchObject({
      status_code: 'ERROR',
      status_message: 'The table of returns is empty.',
    });
    expect(returns.events.map((event) => event.name)).toEqual(['cache miss', 'exception']);
  });
});

describe('otlp-json', () => {
  it('lands what fetch sends', async () => {
    await runExample('otlp-json', process.execPath, ['app.js'], environment());
    const spans = await listSpans(server.url, 'otlp-json');
    const chat = one(childrenOf(spans, one(spans, 'answer_question', 'CHAIN')), 'chat', 'LLM');
    expect(await readSpan(server.url, chat.id)).toMatchObject({
      tokens: { prompt: 14, completion: 6 },
      latency_ms: 870,
    });
  });

  it('lands what curl sends', async () => {
    await runExample('otlp-json', '/bin/sh', ['send.sh'], environment());
    expect(
      one(await listSpans(server.url, 'curl'), 'hello from curl', 'CHAIN').attributes[
        'output.value'
      ],
    ).toBe('Yes.');
  });
});
