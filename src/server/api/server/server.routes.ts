import type { FastifyInstance } from 'fastify';
import { keyGlobalId } from '#contracts/api-keys/key-id.ts';
import type { Limits, LimitedCaller } from '#contracts/server/limits.ts';
import * as routes from '#contracts/server/routes.ts';
import { COMPATIBLE_VERSION } from '#contracts/server/server-info.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { OTHERS } from '#core/access/caller-table.ts';
import type { CallerStanding } from '#core/access/rate-limiter.ts';
import { nameCallers, type CallerNames } from '#server/stores/meta/access/usage.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { readStorage } from './server-info.service.ts';

const CALLERS_MAX = 100;

/** The server's version, settings and storage. */
export function registerServerInfo(
  app: FastifyInstance,
  {
    queries,
    server,
    refusals,
    tableSizes,
  }: Pick<ApiDeps, 'queries' | 'server' | 'refusals' | 'tableSizes'>,
): void {
  serve(app, routes.compatibleVersion, async () => COMPATIBLE_VERSION);
  serve(app, routes.getServer, async () => ({ data: server() }));
  serve(app, routes.listRefusals, async () => ({ data: refusals() }));
  storageRoutes(app, { queries, tableSizes });
}

function storageRoutes(
  app: FastifyInstance,
  { queries, tableSizes }: Pick<ApiDeps, 'queries' | 'tableSizes'>,
): void {
  serve(app, routes.getStorage, async ({ asker }) => ({
    data: await queries.value(readStorage, asker, {}),
  }));
  serve(app, routes.getStorageTables, async () => ({ data: await tableSizes() }));
}

/** The plan, its numbers, and who is near them. */
export function registerLimits(
  app: FastifyInstance,
  { callerGate, meta }: Pick<ApiDeps, 'callerGate'> & { readonly meta: MetaDb },
): void {
  serve(app, routes.getLimits, async () => {
    const { limits } = callerGate;
    const standings = limits.busiest(CALLERS_MAX);
    const names = await nameCallers(
      meta,
      numbersOf(standings, 'key'),
      numbersOf(standings, 'user'),
    );
    const data: Limits = {
      plan: limits.plan,
      ...limits.limits,
      callers: standings.map((one) => callerReply(one, names)),
    };
    return { data };
  });
}

function numbersOf(standings: readonly CallerStanding[], kind: 'key' | 'user'): readonly number[] {
  return standings.flatMap(({ id }) => (id.startsWith(`${kind}:`) ? [numberOf(id)] : []));
}

function numberOf(id: string): number {
  return Number(id.slice(id.indexOf(':') + 1));
}

function callerReply({ id, ...used }: CallerStanding, { keys, users }: CallerNames): LimitedCaller {
  if (id.startsWith('key:')) {
    const number = numberOf(id);
    const key = keys.get(number);
    return {
      kind: 'key',
      id: keyGlobalId(key?.kind ?? 'system', number),
      name: key?.name ?? `key ${number}`,
      ...used,
    };
  }
  if (id.startsWith('user:')) {
    const number = numberOf(id);
    return {
      kind: 'user',
      id: encodeGlobalId('User', number),
      name: users.get(number) ?? `user ${number}`,
      ...used,
    };
  }
  if (id === OTHERS) return { kind: 'others', id: null, name: 'other addresses', ...used };
  if (id === 'operator') return { kind: 'operator', id: null, name: 'admin secret', ...used };
  return { kind: 'address', id: null, name: id.slice('address:'.length), ...used };
}
