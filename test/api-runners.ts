import { NO_NOTICES } from '#core/ports/notices.ts';
import { composeRereads, type RereadParts } from '#server/compose/rereads.ts';
import { REREAD_COMMANDS } from '#server/compose/reread-commands.ts';
import { createLog } from '#server/telemetry/log.ts';
import type { ReadBudget } from '#core/ports/span-store.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { COMMANDS } from '#server/api/commands.ts';
import { QUERIES } from '#server/api/queries.ts';
import type {
  AnyCommand,
  CommandRunner,
  ProjectLimit,
  QueryRunner,
} from '#server/threads/query.ts';
import { readStoresFor, writeStoresFor, type WriteStores } from '#server/threads/guarded-stores.ts';

/** Queries and commands in this thread; what crosses to another one elsewhere is copied. */
export function runners(
  stores: WriteStores,
  budget: ReadBudget,
): {
  readonly queries: QueryRunner;
  readonly commands: CommandRunner;
} {
  const find = <One extends { readonly name: string }>(list: readonly One[], name: string): One => {
    const found = list.filter((one) => one.name === name);
    if (found.length !== 1 || found[0] === undefined)
      throw new Error(`${found.length} entries of the catalogue are called ${name}`);
    return found[0];
  };
  const answer = (name: string, params: unknown, limitedTo: ProjectLimit): Promise<unknown> =>
    find(QUERIES, name).run(
      { ...readStoresFor(stores, limitedTo), budget },
      structuredClone(params),
    );
  return {
    queries: {
      value: async (query, params, _signal, limitedTo = null) =>
        // as: the result of this very query
        structuredClone(await answer(query.name, params, limitedTo)) as never,
      json: async (query, params, _signal, limitedTo = null) => {
        const result = await answer(query.name, params, limitedTo);
        return result instanceof Uint8Array
          ? result
          : new TextEncoder().encode(JSON.stringify(result));
      },
    },
    commands: {
      run: async (command, params, limitedTo = null) =>
        structuredClone(
          await find<AnyCommand>([...COMMANDS, ...REREAD_COMMANDS], command.name).run(
            { ...writeStoresFor(stores, limitedTo), budget },
            structuredClone(params),
          ),
        ) as never, // as: the result of this very command
    },
  };
}

/** Reading spans again over such runners; none of it is noted. */
export function rereadsOf(db: MetaDb, commands: CommandRunner): RereadParts {
  const log = createLog('silent', 'test');
  return composeRereads({
    notices: NO_NOTICES,
    db,
    commands,
    onDone: () => undefined,
    afterUpgrade: false,
    now: () => Date.now(),
    log,
  });
}
