import type { SendTarget } from './send-target.ts';

/** A text within single quotes of a shell. */
function inQuotes(text: string): string {
  return text.replaceAll("'", "'\\''");
}

/**
 * A project as `OTEL_RESOURCE_ATTRIBUTES` names it; encoded, it needs no quotes of a shell but for
 * these.
 */
export function resourceValue(project: string): string {
  const name = encodeURIComponent(project).replaceAll("'", '%27');
  return /^[\w.%-]*$/.test(name)
    ? `openinference.project.name=${name}`
    : `'openinference.project.name=${name}'`;
}

export function curlLines({ origin, project, needsKey }: SendTarget): string {
  const key = needsKey ? ' -H "api_key: $SERVICE_API_KEY"' : '';
  const name = inQuotes(JSON.stringify(project));
  return `NOW=$(date +%s)
curl ${origin}/v1/traces -H 'content-type: application/json'${key} -d '{"resourceSpans":[{
  "resource":{"attributes":[{"key":"openinference.project.name","value":{"stringValue":${name}}}]},
  "scopeSpans":[{"spans":[{
    "traceId":"'$(od -An -tx1 -N16 /dev/urandom | tr -d ' \\n')'",
    "spanId":"'$(od -An -tx1 -N8 /dev/urandom | tr -d ' \\n')'",
    "name":"hello","kind":1,
    "startTimeUnixNano":"'$NOW'000000000","endTimeUnixNano":"'$NOW'250000000",
    "attributes":[
      {"key":"openinference.span.kind","value":{"stringValue":"LLM"}},
      {"key":"input.value","value":{"stringValue":"Where is my order?"}},
      {"key":"output.value","value":{"stringValue":"It arrives on Tuesday."}}]}]}]}]}'`;
}

export function environmentLines({ origin, grpc, project, needsKey }: SendTarget): string {
  const key = needsKey
    ? '\nexport OTEL_EXPORTER_OTLP_TRACES_HEADERS="api_key=$SERVICE_API_KEY"'
    : '';
  const overGrpc =
    grpc === null
      ? ''
      : `\n\n# or over gRPC:\n# export OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=grpc\n# export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${grpc}`;
  return `# for any program that has an OpenTelemetry SDK in it
export OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${origin}/v1/traces${key}
export OTEL_RESOURCE_ATTRIBUTES=${resourceValue(project)}${overGrpc}`;
}
