export interface WelcomeFacts {
  readonly http: string;
  /** As `host:port`, with `https://` before it where it speaks TLS, or null when gRPC is off. */
  readonly grpc: string | null;
  readonly directory: string;
  readonly notices: readonly string[];
  readonly authentication: boolean;
  /** Other machines do not reach the ports. */
  readonly isLoopbackOnly: boolean;
  /** Where the first admin chooses a password; null when some admin has a way in. */
  readonly adminLink: string | null;
}

/**
 * The text `serve` prints when it is ready: addresses, warnings, and commands to paste for a first
 * span.
 */
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
    ...(facts.authentication ? [] : [...withoutAuthentication(facts), '']),
    ...(facts.adminLink === null
      ? []
      : [
          '  No admin has a password yet. Choose the one of admin@localhost here; the link works once, for 24 hours:',
          '',
          `  ${facts.adminLink}`,
          '',
        ]),
    ...facts.notices.map((notice) => `  ${notice}`),
    ...(facts.notices.length > 0 ? [''] : []),
    '  A first span, from any shell:',
    '',
    ...firstSpan(facts).map((line) => `    ${line}`),
    '',
    '  From an OpenTelemetry SDK:',
    '',
    `    export OTEL_EXPORTER_OTLP_ENDPOINT=${facts.http} OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
    ...(facts.authentication
      ? [
          '    export OTEL_EXPORTER_OTLP_HEADERS="api_key=$SERVICE_API_KEY"',
          '',
          `  Keys are made at ${facts.http}/settings/keys; SERVICE_API_KEY is one that may write traces.`,
        ]
      : []),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function withoutAuthentication({ isLoopbackOnly }: WelcomeFacts): readonly string[] {
  return isLoopbackOnly
    ? [
        '  Authentication is off: every program on this machine can read and delete everything. Other machines cannot reach these ports.',
        '  Before you open them to others, set SERVICE_ENABLE_AUTH=true (SECURITY.md).',
      ]
    : [
        '  Authentication is off: anyone who can reach these ports can read and delete everything.',
        '  Keep them inside your network, set SERVICE_HOST=127.0.0.1, or close them: SERVICE_ENABLE_AUTH=true (SECURITY.md).',
      ];
}

/** One span whose ids and times the shell generates, so that it can be pasted twice. */
function firstSpan({ http, authentication }: WelcomeFacts): readonly string[] {
  const span = [
    '{"resourceSpans":[{"scopeSpans":[{"spans":[{',
    '"traceId":"\'$(od -An -N16 -tx1 /dev/urandom | tr -d " \\n")\'",',
    '"spanId":"\'$(od -An -N8 -tx1 /dev/urandom | tr -d " \\n")\'",',
    '"name":"hello","startTimeUnixNano":"\'$(date +%s)000000000\'","endTimeUnixNano":"\'$(date +%s)500000000\'",',
    '"attributes":[{"key":"openinference.span.kind","value":{"stringValue":"CHAIN"}},{"key":"input.value","value":{"stringValue":"Hello"}}]',
    '}]}]}]}',
  ].join('');
  const key = authentication ? ' -H "api_key: $SERVICE_API_KEY"' : '';
  return [`curl -s ${http}/v1/traces -H 'content-type: application/json'${key} -d '${span}'`];
}
