import type { Role } from '#contracts/access/access.ts';
import { insertUser } from '#server/stores/meta/access/users.queries.ts';
import type { ApiApp, Reply } from './api-app.ts';

export const PASSWORD = 'correct horse 1';

/** Makes a user who signs in with `PASSWORD`; their number. */
export async function addUser(api: ApiApp, email: string, role: Role): Promise<number> {
  const fields = {
    email,
    username: email,
    role,
    auth_method: 'LOCAL' as const,
    password_hash: await api.signIn.hasher.hash(PASSWORD),
  };
  const user = await insertUser(api.meta, fields, Date.now());
  if (typeof user === 'string') throw new Error(`Another user has this ${user}.`);
  return user.id;
}

export function login(
  api: ApiApp,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return api.call({ method: 'POST', url: '/auth/login', payload: { email, password }, headers });
}

/** The `Cookie` header of a browser that was given these; what was taken away is left out. */
export function cookiesOf(reply: Reply): string {
  return setCookies(reply)
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
}

export function setCookies({ headers }: Reply): readonly string[] {
  const given = headers['set-cookie'] ?? [];
  return typeof given === 'string' || typeof given === 'number' ? [String(given)] : given;
}

/** Signs in; the `Cookie` header from then on. */
export async function signedIn(api: ApiApp, email: string): Promise<{ readonly cookie: string }> {
  const reply = await login(api, email);
  if (reply.status !== 204) throw new Error(`${reply.status}: ${reply.text}`);
  return { cookie: cookiesOf(reply) };
}
