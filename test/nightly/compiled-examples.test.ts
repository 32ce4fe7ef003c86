import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Span } from '#contracts/spans/span.ts';
import { listSpans, readSpan } from '../../tools/api-client.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import {
  childrenOf,
  exampleEnvironment,
  findProgram,
  one,
  runExample,
  startMockProvider,
} from '#test/examples/example-run.ts';

/*
 * The examples in Go and Java: compiling them takes minutes of a processor. With every commit,
 * requests that these exporters sent are replayed (test/examples/fixtures-land).
 */
let server: BootedServer;
let provider: { url: string; stop(): void };

beforeAll(async () => {
  [server, provider] = await Promise.all([boot(), startMockProvider()]);
});
afterAll(async () => {
  provider.stop();
  await server.dispose();
});

const go = findProgram('go');
if (go === null) console.log('note: no Go, so examples/go is skipped');
describe.skipIf(go === null)('go', () => {
  it.each(['http', 'grpc'] as const)('lands over %s', async (wire) => {
    await runExample('go', go ?? '', ['run', '.'], exampleEnvironment(server, provider.url, wire));
    await expectOpeningHours(await listSpans(server.url, 'go'), 'chat gpt-4o-mini', 31);
  });
});

const maven = findProgram('mvn');
if (maven === null) console.log('note: no Maven, so examples/java is skipped');
describe.skipIf(maven === null)('java', () => {
  it.each(['http', 'grpc'] as const)('lands over %s', async (wire) => {
    await runExample(
      'java',
      maven ?? '',
      ['-q', '-B', 'compile', 'exec:java'],
      exampleEnvironment(server, provider.url, wire),
    );
    await expectOpeningHours(await listSpans(server.url, 'java'), 'chat claude-haiku-4-5', 27);
  });
});

/** The newest run of the small chat that the Go and the Java program both send. */
async function expectOpeningHours(
  all: readonly Span[],
  llmName: string,
  promptTokens: number,
): Promise<void> {
  const traceId = all.at(-1)?.context.trace_id;
  const spans = all.filter((span) => span.context.trace_id === traceId);
  const children = childrenOf(spans, one(spans, 'chat', 'AGENT'));
  const model = one(children, llmName);
  expect(model.span_kind).toBe('LLM');
  expect(await readSpan(server.url, model.id)).toMatchObject({
    tokens: { prompt: promptTokens },
    otel_kind: 3,
  });
  const tool = one(children, 'opening_hours', 'TOOL');
  expect(tool).toMatchObject({
    status_code: 'ERROR',
    status_message: 'the calendar is not reachable',
  });
  expect(tool.events.map((event) => event.name)).toContain('exception');
}
