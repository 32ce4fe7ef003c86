import type { Principal } from '#core/access/principal.ts';
import type {
  Command,
  CommandRunner,
  ProjectLimit,
  Query,
  QueryRunner,
} from '#server/threads/query.ts';
import type { ReplyUse } from '../reply/reply-flow.ts';

/**
 * Who asks, and the reply that is made to them. Every query and command of the interface says for
 * whom it runs.
 */
export interface Asker {
  /** The only projects that they may see; null for all. */
  readonly limitedTo: ProjectLimit;
  /** Null where replies are not counted. */
  readonly reply: ReplyUse | null;
  /** Aborts when they hang up. */
  readonly signal: AbortSignal;
}

/** The asker of a request. */
export function askerOf(caller: Principal, reply: ReplyUse | null, signal: AbortSignal): Asker {
  return { limitedTo: caller.projectIds, reply, signal };
}

/**
 * Runs queries in the reader threads, in the asker's name and turn: they see what the asker may
 * see.
 */
export interface AskedQueries {
  /** The result as a value (structured clone). For small results. */
  value<P, R>(query: Query<P, R>, asker: Asker, params: P): Promise<R>;
  /** The result as UTF-8 JSON, made in the thread: the main thread only passes the bytes on. */
  json<P, R>(query: Query<P, R>, asker: Asker, params: P): Promise<Uint8Array>;
}

/** Runs commands in the writer thread, in the asker's name. */
export interface AskedCommands {
  run<P, R>(command: Command<P, R>, asker: Asker, params: P): Promise<R>;
}

export function askedQueries(runner: QueryRunner): AskedQueries {
  return {
    value: async (query, asker, params) =>
      inTurn(query.name, asker, () => runner.value(query, params, asker.signal, asker.limitedTo)),
    json: async (query, asker, params) =>
      inTurn(query.name, asker, () => runner.json(query, params, asker.signal, asker.limitedTo)),
  };
}

export function askedCommands(runner: CommandRunner): AskedCommands {
  return { run: async (command, asker, params) => runner.run(command, params, asker.limitedTo) };
}

function inTurn<R>(query: string, { reply, signal }: Asker, work: () => Promise<R>): Promise<R> {
  return reply === null ? work() : reply.read(query, signal, work);
}
