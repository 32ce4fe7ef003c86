import { describe, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { boot } from '#test/e2e/boot.ts';
import { childrenOf, findProgram, one, runExample } from '#test/examples/example-run.ts';

// Among the long tests, because its first run compiles all that the program is made of: minutes.
const cargo = findProgram('cargo');
if (cargo === null) console.log('note: no cargo, so examples/rust is skipped');

describe.skipIf(cargo === null)('rust', () => {
  it.each(
    (['http/protobuf', 'grpc'] as const).flatMap((protocol) =>
      [null, 'gzip', 'zstd'].map((compression) => ({ protocol, compression })),
    ),
  )('lands over $protocol, packed in $compression', async ({ protocol, compression }) => {
    await using server = await boot();
    await runExample('rust', cargo ?? '', ['run', '-q', '--locked'], {
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_ENDPOINT: protocol === 'grpc' ? `http://${server.grpcTarget}` : server.url,
      ...(compression === null ? {} : { OTEL_EXPORTER_OTLP_COMPRESSION: compression }),
    });
    const spans = await listSpans(server.url, 'rust');
    const children = childrenOf(spans, one(spans, 'chat', 'AGENT'));
    expect(one(children, 'chat gpt-4o-mini', 'LLM').status_code).toBe('OK');
    const tool = one(children, 'opening_hours', 'TOOL');
    expect(tool).toMatchObject({
      status_code: 'ERROR',
      status_message: 'the calendar is not reachable',
    });
    expect(tool.events.map((event) => event.name)).toEqual(['exception']);
  });
});
