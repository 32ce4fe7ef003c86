import type { SendTarget } from './send-spans.ts';

/** A text as JavaScript's own style quotes it. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The SDK for a whole program; `more` stands in its options. */
function startSdk({ origin, project, needsKey }: SendTarget, more = ''): string {
  const key = needsKey ? ', headers: { api_key: process.env.SERVICE_API_KEY }' : '';
  return `const sdk = new NodeSDK({
  resource: resourceFromAttributes({ 'openinference.project.name': ${quoted(project)} }),
  traceExporter: new OTLPTraceExporter({ url: ${quoted(`${origin}/v1/traces`)}${key} }),${more}
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

export function nodeOpenai(target: SendTarget): string {
  return `// npm i openai @arizeai/openinference-instrumentation-openai @opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto @opentelemetry/resources
// saved as first.mjs: node first.mjs
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import OpenAI from 'openai';

const instrumentation = new OpenAIInstrumentation();
${startSdk(target, '\n  instrumentations: [instrumentation],')}
// With ES modules the library is handed over by hand.
instrumentation.manuallyInstrument(OpenAI);

const reply = await new OpenAI().chat.completions.create({
  model: 'gpt-4o-mini',
  messages: [{ role: 'user', content: 'Where is my order?' }],
});
console.log(reply.choices[0].message.content);
await sdk.shutdown();`;
}

export function vercelAi(target: SendTarget): string {
  return `// npm i ai @ai-sdk/otel @ai-sdk/openai @opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto @opentelemetry/resources
// saved as first.mjs: node first.mjs
import { openai } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { generateText, registerTelemetry } from 'ai';

${startSdk(target)}
registerTelemetry(new OpenTelemetry());

const reply = await generateText({
  model: openai('gpt-4o-mini'),
  prompt: 'Where is my order?',
  telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true },
});
console.log(reply.text);
await sdk.shutdown();`;
}
