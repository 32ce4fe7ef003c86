import type { SendTarget } from './send-target.ts';

/** One span from Python, with only OpenTelemetry's SDK. */
export function plainPython({ origin, project, needsKey }: SendTarget): string {
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
