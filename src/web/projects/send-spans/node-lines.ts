import { inSingleQuotes } from './integration-recipe.ts';
import type { SendTarget } from './send-target.ts';

/** The SDK for a whole program. */
function startSdk({ origin, project, needsKey }: SendTarget): string {
  const key = needsKey ? ', headers: { api_key: process.env.SERVICE_API_KEY }' : '';
  return `const sdk = new NodeSDK({
  resource: resourceFromAttributes({ 'openinference.project.name': ${inSingleQuotes(project)} }),
  traceExporter: new OTLPTraceExporter({ url: ${inSingleQuotes(`${origin}/v1/traces`)}${key} }),
});
sdk.start();`;
}

export function plainNode(target: SendTarget): string {
  return `// npm i @opentelemetry/api @opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto @opentelemetry/resources
// saved as first.mjs: node first.mjs
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';

${startSdk(target)}

const span = trace.getTracer('first').startSpan('hello');
span.setAttribute('openinference.span.kind', 'LLM');
span.setAttribute('input.value', 'Where is my order?');
span.setAttribute('output.value', 'It arrives on Tuesday.');
span.end();
await sdk.shutdown();`;
}
