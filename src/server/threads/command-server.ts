import type { AnyCommand } from './query.ts';
import type { CommandCall } from './command-client.ts';
import { writeStoresFor, type WriteStores } from './guarded-stores.ts';
import type { CallResult, IncomingCall } from './thread-port.ts';
import { typedReply } from './wire-codec.ts';

/** Tells the calls of bulk commands apart. */
export function bulkCalls(commands: readonly AnyCommand[]): (call: IncomingCall) => boolean {
  const names = new Set(commands.filter(({ isBulk }) => isBulk).map(({ name }) => name));
  return ({ method, params }) =>
    method === 'command' && names.has(typedReply<CommandCall>(params).command);
}

/** Runs the catalogue's commands inside the writer thread. */
export function commandHandler(
  commands: readonly AnyCommand[],
  stores: WriteStores,
): (call: IncomingCall) => Promise<CallResult> {
  const byName = new Map<string, AnyCommand>();
  for (const command of commands) {
    if (byName.has(command.name)) throw new Error(`Two commands are called ${command.name}.`);
    byName.set(command.name, command);
  }
  return async ({ method, params, budget }) => {
    if (method !== 'command') throw new Error(`The writer thread knows no method ${method}.`);
    const call = typedReply<CommandCall>(params);
    const command = byName.get(call.command);
    if (command === undefined)
      throw new Error(`The command ${call.command} is not in the catalogue.`);
    return {
      value: await command.run({ ...writeStoresFor(stores, call.limitedTo), budget }, call.params),
    };
  };
}
