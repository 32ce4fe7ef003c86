import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { Random } from '../../tools/otlp/random.ts';
import { boot, temporaryDirectory } from '#test/e2e/boot.ts';
import { sendUntil } from '#test/reliability/ledger-load.ts';
import { Ledger } from '#test/reliability/ledger.ts';
import { times } from './nightly-length.ts';

const ROUNDS = times(100);
const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0))
    rmSync(directory, { recursive: true, force: true });
});

it(
  'check 2: keeps everything it acknowledged through kill -9 under load, on both wires',
  { timeout: 1_800_000 },
  async () => {
    const directory = temporaryDirectory();
    directories.push(directory);
    const ledger = new Ledger(20);
    const random = new Random(21);
    for (let round = 0; round < ROUNDS; round++) {
      const server = await boot({ directory });
      const stop = new AbortController();
      const load = sendUntil(server, ledger, { spansPerRequest: 128, until: stop.signal });
      const ackedBefore = ledger.acked.size;
      while (ledger.acked.size === ackedBefore) await delay(5);
      // A random moment is the point of the test: nothing waits for it to be enough.
      await delay(random.between(0, 400));
      await server.stop('SIGKILL');
      stop.abort();
      await load;
      expect(integrityOf(directory)).toBe('ok');
    }
    await using server = await boot({ directory });
    const { missing, different, repeated } = ledger.compare(await listSpans(server.url, 'default'));
    expect({ missing, different, repeated }).toEqual({ missing: [], different: [], repeated: [] });
    expect(ledger.acked.size).toBeGreaterThan(ROUNDS * 100);
  },
);

/** As another program sees the files that the dead server left. */
function integrityOf(directory: string): unknown {
  const database = new Database(path.join(directory, 'spans.db'), { readonly: true });
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
}
