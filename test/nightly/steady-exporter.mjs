import { createRequire } from 'node:module';

// A program that emits a span every 50 ms through the real SDK, with the packages of the examples. Ends by printing the names of the spans
// that the exporter gave up on, as JSON.
const grpc = process.env.OTEL_EXPORTER_OTLP_PROTOCOL === 'grpc';
const require = createRequire(
  new URL(`../../examples/${grpc ? 'grpc-gzip' : 'node-openai'}/package.json`, import.meta.url),
);
process.env.OTEL_BSP_SCHEDULE_DELAY = '500';
const { NodeSDK } = require('@opentelemetry/sdk-node');
const { resourceFromAttributes } = require('@opentelemetry/resources');
const { OTLPTraceExporter } = require(
  grpc ? '@opentelemetry/exporter-trace-otlp-grpc' : '@opentelemetry/exporter-trace-otlp-proto',
);
const { trace } = require('@opentelemetry/api');

const exporter = new OTLPTraceExporter();
const givenUp = [];
const traceExporter = {
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code !== 0) givenUp.push(...spans.map((span) => span.name));
      done(result);
    }),
  forceFlush: () => exporter.forceFlush(),
  shutdown: () => exporter.shutdown(),
};
const sdk = new NodeSDK({
  resource: resourceFromAttributes({ 'openinference.project.name': process.env.PROJECT }),
  traceExporter,
});
sdk.start();
const tracer = trace.getTracer('steady');
for (let sent = 0; sent < Number(process.env.SPANS); sent++) {
  tracer.startSpan(`span ${sent}`).end();
  await new Promise((resolve) => setTimeout(resolve, 50));
}
await sdk.shutdown();
process.stdout.write(JSON.stringify(givenUp));
