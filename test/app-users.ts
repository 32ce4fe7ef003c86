import type { AppSettings } from '#server/auth/apps/app-settings.ts';
import { openApiApp, type ApiApp, type Reply } from './api-app.ts';
import { sendForm } from './app-sign-in.ts';
import { addUser, signedIn } from './sign-in.ts';

/** A user who is signed in to a server and authorizes apps, with a clock that tests move. */
export interface AppUser {
  readonly api: ApiApp;
  readonly cookie: string;
}

export const ADA = 'ada@example.org';

/** Opens a server where Ada, a member, is signed in. */
export async function openForAda(
  now: () => number,
  appSettings: Partial<AppSettings> = {},
  signIn: object = {},
): Promise<AppUser> {
  const api = await openApiApp({
    access: { required: true, now, appSettings, signIn: { limitAddresses: false, ...signIn } },
  });
  await addUser(api, ADA, 'MEMBER');
  return { api, cookie: (await signedIn(api, ADA)).cookie };
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** The reply to a request with a token. */
export async function statusWith(
  api: ApiApp,
  token: string,
  url = '/v1/projects',
): Promise<number> {
  return (await api.get(url, bearer(token))).status;
}

/** The status of a refusal of OAuth, and its word for what is wrong. */
export function word({ status, body }: Reply): unknown[] {
  return [status, (body as { error?: string }).error]; // as: checked against its schema
}

export async function trade(api: ApiApp, fields: Record<string, string>): Promise<Reply> {
  return await sendForm(api, '/oauth2/token', fields);
}

/** The rows of the audit log for an action. */
export async function actsOf(
  api: ApiApp,
  action: string,
): Promise<readonly { actor_name: string; result: string; target_id: string | null }[]> {
  await api.audit.log.flush();
  return await api.meta
    .selectFrom('audit_log')
    .select(['actor_name', 'result', 'target_id'])
    .where('action', '=', action)
    .execute();
}
