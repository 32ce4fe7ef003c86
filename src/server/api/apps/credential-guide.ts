interface GuideFacts {
  readonly base: string;
  /** Whether authentication is on. */
  readonly closed: boolean;
  /** Whether apps sign in through the browser. */
  readonly apps: boolean;
}

/** How to get a credential for this server, as Markdown: for people, and for agents that look for `/auth.md`. */
export function credentialGuide({ base, closed, apps }: GuideFacts): Uint8Array {
  const parts = closed ? [...(apps ? [throughBrowser(base)] : []), byKey(), howToSend(base)] : [open()];
  return new TextEncoder().encode([`# Credentials for Telltale\n\nServer: ${base}\n`, ...parts].join('\n'));
}

function open(): string {
  return 'Authentication is off: every request is answered without a credential.\n';
}

function throughBrowser(base: string): string {
  return `## Sign in through the browser

OAuth 2, authorization code with PKCE (S256); clients have no secret.

- Addresses: \`GET ${base}/.well-known/oauth-authorization-server\`
- An unregistered client registers itself: \`POST ${base}/oauth2/register\`
- The user decides on a page of the server. Request the scopes you need: without any, a client can only read. A client keeps the granted scopes as long as the user's role has them.
- \`admin\` is granted only to a client that requests it. No client can change users, passwords, API keys or other clients.
- An access token is valid for minutes. Refresh tokens work once; using one again revokes the client's access.
- The user sees the client at ${base}/profile, under "Apps", and can revoke its access there.
`;
}

function byKey(): string {
  return `## API key

For programs that run by themselves. Made on the page under Settings, API keys; shown once.
`;
}

function howToSend(base: string): string {
  return `## Send it

\`\`\`
GET ${base}/v1/projects
Authorization: Bearer <key or access token>
\`\`\`

The same goes for OTLP over HTTP, and for OTLP over gRPC as metadata. Without a valid one the answer is 401.
`;
}
