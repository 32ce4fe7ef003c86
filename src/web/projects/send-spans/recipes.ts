import { INTEGRATIONS } from './generated/integrations.ts';
import { integrationRecipe, inSingleQuotes } from './integration-recipe.ts';
import type { SendTarget } from './send-target.ts';
import { curlLines, environmentLines } from './shell-lines.ts';

/** Lines to paste in one place. */
export interface Block {
  readonly title: string;
  readonly text: string;
}

/** How to send spans from one language or framework. */
export interface Recipe {
  /** Its place in the address. */
  readonly key: string;
  readonly name: string;
  /** Its language, beside the name. */
  readonly hint: string;
  readonly about: string;
  readonly blocks: (target: SendTarget) => readonly Block[];
}

function plain(
  key: string,
  name: string,
  hint: string,
  about: string,
  lines: (target: SendTarget) => string,
): Recipe {
  return { key, name, hint, about, blocks: (target) => [{ title: name, text: lines(target) }] };
}

/** From a language alone first, then from what people build with (docs/integrations). */
export const RECIPES: readonly Recipe[] = [
  plain('python', 'Python', 'any library', 'OpenTelemetry’s SDK alone', plainPython),
  plain('node', 'Node', 'any library', 'OpenTelemetry’s SDK alone', plainNode),
  plain('curl', 'curl', 'a shell', 'One span, without any SDK', curlLines),
  plain(
    'otel-env',
    'OTel env',
    'any language',
    'Variables for any program that has an OpenTelemetry SDK',
    environmentLines,
  ),
  ...INTEGRATIONS.map(integrationRecipe),
];

/** The SDK for a whole program. */
function startSdk({ origin, project, needsKey }: SendTarget): string {
  const key = needsKey ? ', headers: { api_key: process.env.SERVICE_API_KEY }' : '';
  return `const sdk = new NodeSDK({
  resource: resourceFromAttributes({ 'openinference.project.name': ${inSingleQuotes(project)} }),
  traceExporter: new OTLPTraceExporter({ url: ${inSingleQuotes(`${origin}/v1/traces`)}${key} }),
});
sdk.start();`;
}

function plainNode(target: SendTarget): string {
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

/** One span from Python, with only OpenTelemetry's SDK. */
function plainPython({ origin, project, needsKey }: SendTarget): string {
  const key = needsKey ? ', headers={"api_key": os.environ["SERVICE_API_KEY"]}' : '';
  return `# pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
${needsKey ? 'import os\n\n' : ''}from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor

provider = TracerProvider(resource=Resource({"openinference.project.name": ${JSON.stringify(project)}}))
exporter = OTLPSpanExporter(${JSON.stringify(`${origin}/v1/traces`)}${key})
provider.add_span_processor(SimpleSpanProcessor(exporter))
trace.set_tracer_provider(provider)

with trace.get_tracer("first").start_as_current_span("hello") as span:
    span.set_attribute("openinference.span.kind", "LLM")
    span.set_attribute("input.value", "Where is my order?")
    span.set_attribute("output.value", "It arrives on Tuesday.")`;
}
