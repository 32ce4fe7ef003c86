import { expect, it } from 'vitest';
import type { ClickHouse } from '../client/clickhouse.ts';
import { newPending, type WriteContext } from '../write/write-context.ts';
import { Serial } from '../write/serial.ts';
import { TraceHealer } from './trace-healer.ts';

const TRACE = '7e57'.padEnd(32, '0');

it('looks at calls again that two servers stored when it could not the first time', async () => {
  let isAway = true;
  const looks: string[] = [];
  const db: Partial<ClickHouse> = {
    rows: async (sql: string) => {
      if (!sql.includes('FROM spans FINAL')) return [];
      looks.push(sql);
      if (isAway) throw new Error('the engine is away');
      return [];
    },
  };
  const pending = newPending(false);
  pending.split.add(TRACE);
  // as: no more of it is used without spans.
  const context = { db, pending, spans: new Serial() } as unknown as WriteContext;
  const healer = new TraceHealer(context);
  await expect(healer.heal()).rejects.toThrow('away');
  isAway = false;
  await healer.heal();
  await healer.heal();
  expect(looks).toHaveLength(2);
  expect(pending.split.size).toBe(0);
});
