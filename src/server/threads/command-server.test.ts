import { expect, it } from 'vitest';
import type { AnyCommand } from './query.ts';
import { bulkCalls } from './command-server.ts';
import type { IncomingCall } from './thread-port.ts';

it('tells the calls of bulk commands from others', () => {
  const run = async (): Promise<null> => null;
  const commands: readonly AnyCommand[] = [
    { name: 'rows.store', isBulk: true, run },
    { name: 'row.change', run },
  ];
  const call = (method: string, command: string): IncomingCall => ({
    id: 1,
    method,
    params: { command, params: null, limitedTo: null },
    budget: { over: () => false },
  });
  const isBulk = bulkCalls(commands);
  expect(isBulk(call('command', 'rows.store'))).toBe(true);
  expect(isBulk(call('command', 'row.change'))).toBe(false);
  expect(isBulk(call('ingest', 'rows.store'))).toBe(false);
});
