import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import OpenAI from 'openai';

/** Where spans go: OTEL_EXPORTER_OTLP_ENDPOINT, or Telltale on this machine. */
process.env.OTEL_EXPORTER_OTLP_ENDPOINT ??= 'http://127.0.0.1:6006';

const instrumentation = new OpenAIInstrumentation();
instrumentation.manuallyInstrument(OpenAI);

const sdk = new NodeSDK({
  resource: resourceFromAttributes({
    'service.name': 'shop-assistant',
    'openinference.project.name': 'node-openai',
  }),
  traceExporter: new OTLPTraceExporter(),
  instrumentations: [instrumentation],
});
sdk.start();

/** Sends what is left; call it before the process ends. */
export const flush = () => sdk.shutdown();
