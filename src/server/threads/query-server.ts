import { AppError } from '#contracts/wire/errors.ts';
import type { AnyQuery } from './query.ts';
import { readStoresFor, type ReadStores } from './guarded-stores.ts';
import type { QueryCall } from './reader-pool.ts';
import type { CallResult, IncomingCall } from './thread-port.ts';
import { typedReply } from './wire-codec.ts';

const TEXT = new TextEncoder();

/**
 * Runs the catalogue's queries inside a reader thread. The names must be unique: a second one would
 * shadow the first unseen.
 */
export function queryHandler(
  queries: readonly AnyQuery[],
  stores: ReadStores,
): (call: IncomingCall) => Promise<CallResult> {
  const byName = new Map<string, AnyQuery>();
  for (const query of queries) {
    if (byName.has(query.name)) throw new Error(`Two queries are called ${query.name}.`);
    byName.set(query.name, query);
  }
  return async ({ method, params, budget }) => {
    const call = typedReply<QueryCall>(params);
    const query = byName.get(call.query);
    if (query === undefined) throw new Error(`The query ${call.query} is not in the catalogue.`);
    if (budget.over())
      throw new AppError(
        'deadline_exceeded',
        'The request waited too long for a reader; try again.',
      );
    const result = await query.run(
      { ...readStoresFor(stores, call.limitedTo), budget },
      call.params,
    );
    return method === 'json' ? jsonResult(result) : { value: result };
  };
}

/**
 * Bytes made by the query itself are passed on; anything else becomes JSON here, so that the main
 * thread never stringifies.
 */
function jsonResult(result: unknown): CallResult {
  const bytes =
    result instanceof Uint8Array ? ownBuffer(result) : TEXT.encode(JSON.stringify(result));
  return { value: bytes, transfer: [bytes.buffer] };
}

/**
 * A view of a larger buffer (Node pools small ones) must not take its neighbours along when it is
 * moved.
 */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const whole = bytes.byteOffset === 0 && bytes.byteLength === buffer.byteLength;
  return whole && buffer instanceof ArrayBuffer ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
