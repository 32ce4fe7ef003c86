import { boot, type BootedServer } from './boot.ts';

export const ADMIN_SECRET = 'the-operators-secret-0123456789-abcdef';

/** A server with authentication. */
export async function bootClosed(
  env: Readonly<Record<string, string>> = {},
  directory?: string,
): Promise<BootedServer> {
  const auth = {
    SERVICE_ENABLE_AUTH: 'true',
    SERVICE_SECRET: 'a-server-secret-0123456789-abcdefgh',
    SERVICE_ADMIN_SECRET: ADMIN_SECRET,
  };
  return await boot({
    env: { ...auth, ...env },
    ...(directory === undefined ? {} : { directory }),
  });
}

export interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** Makes an API key as the operator: a system key unless the body says otherwise. */
export async function makeApiKey(server: BootedServer, body: object): Promise<MadeKey> {
  const reply = await operator(server, 'POST', '/api/v1/api-keys', { name: 'test', ...body });
  if (!reply.ok) throw new Error(`No key was made: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as MadeKey; // as: the route's own tests check it
}

/** Calls with the admin secret. */
export async function operator(
  server: BootedServer,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  return await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_SECRET}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
