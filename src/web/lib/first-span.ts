export const FIRST_SPAN_TABS = ['Python', 'Node', 'curl', 'OTel env'] as const;
export type FirstSpanTab = (typeof FIRST_SPAN_TABS)[number];

/** The lines that send a first span to this server, ready to paste. */
export function firstSpanText(tab: FirstSpanTab, origin: string, grpcPort: number | null): string {
  switch (tab) {
    case 'Python':
      return python(origin);
    case 'Node':
      return node(origin);
    case 'curl':
      return curl(origin);
    case 'OTel env':
      return environment(origin, grpcPort);
  }
}

function python(origin: string): string {
  return `# pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor

provider = TracerProvider(resource=Resource({"openinference.project.name": "my-app"}))
provider.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter("${origin}/v1/traces")))
trace.set_tracer_provider(provider)

with trace.get_tracer("first").start_as_current_span("hello") as span:
    span.set_attribute("openinference.span.kind", "LLM")
    span.set_attribute("input.value", "Where is my order?")
    span.set_attribute("output.value", "It arrives on Tuesday.")`;
}

function node(origin: string): string {
  return `// npm i @opentelemetry/sdk-trace-node @opentelemetry/exporter-trace-otlp-proto @opentelemetry/resources
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'openinference.project.name': 'my-app' }),
  spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter({ url: '${origin}/v1/traces' }))],
});

const span = provider.getTracer('first').startSpan('hello');
span.setAttribute('openinference.span.kind', 'LLM');
span.setAttribute('input.value', 'Where is my order?');
span.setAttribute('output.value', 'It arrives on Tuesday.');
span.end();
await provider.shutdown();`;
}

function curl(origin: string): string {
  return `NOW=$(date +%s)
curl ${origin}/v1/traces \\
  -H 'content-type: application/json' -H 'x-project-name: my-app' \\
  -d '{"resourceSpans":[{"scopeSpans":[{"spans":[{
    "traceId":"'$(od -An -tx1 -N16 /dev/urandom | tr -d ' \\n')'",
    "spanId":"'$(od -An -tx1 -N8 /dev/urandom | tr -d ' \\n')'",
    "name":"hello","kind":1,
    "startTimeUnixNano":"'$NOW'000000000","endTimeUnixNano":"'$NOW'250000000",
    "attributes":[
      {"key":"openinference.span.kind","value":{"stringValue":"LLM"}},
      {"key":"input.value","value":{"stringValue":"Where is my order?"}},
      {"key":"output.value","value":{"stringValue":"It arrives on Tuesday."}}]}]}]}]}'`;
}

function environment(origin: string, grpcPort: number | null): string {
  const host = new URL(origin).hostname;
  const grpc =
    grpcPort === null
      ? ''
      : `\n\n# or over gRPC\nexport OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=grpc\nexport OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://${host}:${grpcPort}`;
  return `# for any program that has an OpenTelemetry SDK in it
export OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${origin}/v1/traces
export OTEL_RESOURCE_ATTRIBUTES=openinference.project.name=my-app${grpc}`;
}
