import { bootClosed, makeApiKey, operator } from '#test/e2e/closed-server.ts';
import type { BootedServer } from '#test/e2e/boot.ts';

/** A server with authentication, and keys as settings of a client's program. */
export interface KeyedServer {
  readonly server: BootedServer;
  readonly env: Readonly<Record<string, string>>;
}

export async function bootKeyed(): Promise<KeyedServer> {
  const server = await bootClosed();
  const [full, readOnly] = [
    await makeApiKey(server, { level: 'read-write' }),
    await makeApiKey(server, { level: 'read-only' }),
  ];
  return { server, env: { TEST_KEY: full.key, TEST_READ_ONLY_KEY: readOnly.key } };
}

/** The names of the spans of a project; none when there is no such project. */
export async function spanNames(server: BootedServer, project: string): Promise<readonly string[]> {
  const reply = await operator(server, 'GET', `/v1/projects/${project}/spans`);
  if (reply.status === 404) return [];
  // as: the route's own tests check it
  const { data } = (await reply.json()) as { readonly data: readonly { readonly name: string }[] };
  return data.map(({ name }) => name);
}
