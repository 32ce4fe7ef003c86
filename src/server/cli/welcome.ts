export interface WelcomeFacts {
  readonly http: string;
  /** As `host:port`, or null when gRPC is off. */
  readonly grpc: string | null;
  readonly directory: string;
  readonly notices: readonly string[];
  readonly authentication: boolean;
}

/** What `serve` prints once it is ready: where everything is, what to mind, and the lines to paste for a first span. */
export function welcome(facts: WelcomeFacts): string {
  const lines = [
    '',
    `  Telltale is ready.`,
    '',
    `  Page and API   ${facts.http}`,
    `  OTLP/HTTP      ${facts.http}/v1/traces`,
    ...(facts.grpc === null ? [] : [`  OTLP/gRPC      ${facts.grpc}`]),
    `  Data           ${facts.directory}`,
    '',
    ...(facts.authentication
      ? []
      : [
          '  Authentication is off: whoever reaches these ports can read and delete everything.',
          '  Keep them inside your network, or set SERVICE_HOST=127.0.0.1.',
          '',
        ]),
    ...facts.notices.map((notice) => `  ${notice}`),
    ...(facts.notices.length > 0 ? [''] : []),
    '  A first span, from any shell:',
    '',
    ...firstSpan(facts.http).map((line) => `    ${line}`),
    '',
    '  From an OpenTelemetry SDK:',
    '',
    `    export OTEL_EXPORTER_OTLP_ENDPOINT=${facts.http} OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** One span with ids and times made by the shell, so that it can be pasted twice. */
function firstSpan(http: string): readonly string[] {
  const span = [
    '{"resourceSpans":[{"scopeSpans":[{"spans":[{',
    '"traceId":"\'$(od -An -N16 -tx1 /dev/urandom | tr -d " \\n")\'",',
    '"spanId":"\'$(od -An -N8 -tx1 /dev/urandom | tr -d " \\n")\'",',
    '"name":"hello","startTimeUnixNano":"\'$(date +%s)000000000\'","endTimeUnixNano":"\'$(date +%s)500000000\'",',
    '"attributes":[{"key":"openinference.span.kind","value":{"stringValue":"CHAIN"}},{"key":"input.value","value":{"stringValue":"Hello"}}]',
    '}]}]}]}',
  ].join('');
  return [`curl -s ${http}/v1/traces -H 'content-type: application/json' -d '${span}'`];
}
