import { SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';

// Any OpenTelemetry application: here a nightly report, its spans sent over gRPC and compressed.
process.env.OTEL_EXPORTER_OTLP_ENDPOINT ??= 'http://127.0.0.1:4317';
process.env.OTEL_EXPORTER_OTLP_COMPRESSION ??= 'gzip';
const sdk = new NodeSDK({
  resource: resourceFromAttributes({
    'service.name': 'nightly-report',
    'openinference.project.name': 'grpc-gzip',
  }),
  traceExporter: new OTLPTraceExporter(),
});
sdk.start();
const tracer = trace.getTracer('nightly-report', '1.0.0');

const report = async () => {
  await tracer.startActiveSpan(
    'nightly_report',
    { attributes: { 'openinference.span.kind': 'CHAIN' } },
    async (root) => {
      for (const chapter of ['sales', 'stock', 'returns']) {
        const messages = {
          'llm.input_messages.0.message.role': 'user',
          'llm.input_messages.0.message.content': `Summarise ${chapter}. ${'A long table follows. '.repeat(40)}`,
        };
        await tracer.startActiveSpan(
          `summarise ${chapter}`,
          {
            attributes: {
              'openinference.span.kind': 'LLM',
              'llm.model_name': 'mistral-large-2411',
              ...messages,
            },
          },
          async (span) => {
            span.addEvent('cache miss', { key: chapter });
            if (chapter === 'returns') {
              span.recordException(new Error('The table of returns is empty.'));
              span.setStatus({
                code: SpanStatusCode.ERROR,
                message: 'The table of returns is empty.',
              });
            } else {
              span.setAttributes({
                'llm.output_messages.0.message.role': 'assistant',
                'llm.output_messages.0.message.content': `${chapter}: all well.`,
                'llm.token_count.prompt': 230,
                'llm.token_count.completion': 12,
              });
            }
            span.end();
          },
        );
      }
      root.end();
    },
  );
};
await report();
await sdk.shutdown();
console.log('Sent a report of four spans.');
