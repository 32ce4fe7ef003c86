/** Far enough away that a server of any day takes it. */
const EXPIRES = '2090-01-31T00:00:00Z';

/**
 * From the oldest. Their last letters are of the moment, and so are the days they are made on: a
 * few letters of the picture.
 */
const KEYS = [
  { name: 'checkout, production', level: 'read-write', projects: ['support-agent'] },
  {
    name: 'nightly evaluations',
    scopes: ['traces:read', 'traces:write', 'datasets:read'],
    expiresAt: EXPIRES,
  },
  { name: 'dashboard', level: 'read-only' },
  { name: 'laptop of Ada', level: 'read-write', environment: 'test', expiresAt: EXPIRES },
] as const;
const REVOKED = { name: 'old exporter', scopes: ['traces:write'] } as const;

/** Makes API keys of several kinds, one of them revoked. */
export async function sendFixedKeys(url: string): Promise<void> {
  const revoked = await make(url, REVOKED);
  const reply = await fetch(`${url}/api/v1/api-keys/${encodeURIComponent(revoked)}`, {
    method: 'DELETE',
  });
  if (!reply.ok) throw new Error(`The key was not revoked: ${reply.status} ${await reply.text()}`);
  for (const key of KEYS) await make(url, key);
}

async function make(url: string, key: object): Promise<string> {
  const reply = await fetch(`${url}/api/v1/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(key),
  });
  if (!reply.ok) throw new Error(`The key was refused: ${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { id: string }).id; // as openapi.json has it
}
