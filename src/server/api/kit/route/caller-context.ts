import { AsyncLocalStorage } from 'node:async_hooks';
import { invariant } from '#contracts/wire/errors.ts';
import type { Principal } from '#core/access/principal.ts';
import type { CommandRunner, ProjectLimit, QueryRunner } from '#server/threads/query.ts';
import type { ReplyUse } from '../reply/reply-flow.ts';

interface CallerContext {
  readonly caller: Principal;
  /** Null where replies are not counted. */
  readonly reply: ReplyUse | null;
}

const callers = new AsyncLocalStorage<CallerContext>();

/** Does the work of a request in the name of its caller: the queries and commands in it see what the caller may see. */
export function asCaller<R>(caller: Principal, reply: ReplyUse | null, work: () => R): R {
  return callers.run({ caller, reply }, work);
}

/** A function that works in the name of the present caller wherever it is called from, such as a thread or a stream. */
export function boundToCaller<A extends readonly unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  return AsyncLocalStorage.bind(work);
}

/** The same for parts that are read one after another, when a reply's stream asks for them. */
export function partsBoundToCaller<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  const inContext = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const iterator = inContext(() => parts[Symbol.asyncIterator]());
      return {
        next: () => inContext(() => iterator.next()),
        return: async (value?: unknown) => (await inContext(() => iterator.return?.(value))) ?? { done: true, value: undefined },
      };
    },
  };
}

/**
 * Queries in the name of the request's caller. Outside of a request there is no caller, and that is a bug rather than a reason to show
 * everything: jobs use the runners themselves.
 */
export function queriesOfCaller(runner: QueryRunner): QueryRunner {
  return {
    value: async (query, params, signal) => inTurn(query.name, signal, (limitedTo) => runner.value(query, params, signal, limitedTo)),
    json: async (query, params, signal) => inTurn(query.name, signal, (limitedTo) => runner.json(query, params, signal, limitedTo)),
  };
}

function inTurn<R>(query: string, signal: AbortSignal | undefined, run: (limitedTo: ProjectLimit) => Promise<R>): Promise<R> {
  const { caller, reply } = contextOfCaller();
  const work = (): Promise<R> => run(caller.projectIds);
  return reply === null ? work() : reply.read(query, signal, work);
}

/** The reply that is being made to the caller; null where replies are not counted. */
export function replyOfCaller(): ReplyUse | null {
  return contextOfCaller().reply;
}

/** The same for commands. */
export function commandsOfCaller(runner: CommandRunner): CommandRunner {
  return { run: async (command, params) => runner.run(command, params, contextOfCaller().caller.projectIds) };
}

function contextOfCaller(): CallerContext {
  const context = callers.getStore();
  invariant(context !== undefined, 'queries and commands of the interface run in the name of a caller');
  return context;
}
