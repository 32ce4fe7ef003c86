import { AppError } from '#contracts/wire/errors.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import type { PublicBaseOf } from '../kit/request/public-base.ts';

/** The dependencies of the app routes. */
export type AppDeps = Pick<ApiDeps, 'apps' | 'authenticator' | 'rootPath' | 'signIn'> & {
  readonly meta: MetaDb;
  /** The server as apps know it: the issuer of their tokens, and the resource that they are for. */
  readonly baseOf: PublicBaseOf;
};

/** Whether apps sign in here. */
export function takesApps({
  apps,
  authenticator,
}: Pick<AppDeps, 'apps' | 'authenticator'>): boolean {
  return apps.settings.enabled && authenticator.required;
}

/**
 * Throws `not_found` where they do not: clients read it as «no such thing here», and ask for a key
 * instead.
 */
export function assertApps(deps: Pick<AppDeps, 'apps' | 'authenticator'>): void {
  if (takesApps(deps)) return;
  const why = deps.authenticator.required
    ? 'SERVICE_ENABLE_OAUTH2_AUTHORIZATION_SERVER is false'
    : 'authentication is off';
  throw new AppError('not_found', `Apps do not sign in at this server: ${why}.`);
}
