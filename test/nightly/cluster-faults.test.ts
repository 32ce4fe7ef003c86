import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres, POSTGRES, type PostgresServer } from '#test/postgres-server.ts';
import { ClickHouseEngine, hasEngine } from '../clickhouse/clickhouse-engine.ts';
import { boot, type BootedServer } from '../e2e/boot.ts';
import { freshSpans, type TestSpan } from '../e2e/otlp-messages.ts';
import { sendSpans } from '../e2e/otlp-sender.ts';

const SENDERS = 6;
const SPANS = 20;
/** Shorter than `Retry-After`, so that a fault meets more requests. */
const RETRY_MS = 300;

let engine: ClickHouseEngine;
let postgres: PostgresServer;
let env: Record<string, string>;
let servers: BootedServer[] = [];

async function ready(server: BootedServer): Promise<string> {
  return (await fetch(`${server.url}/ready`)).text();
}

/** Sends spans until `stop`, each batch to either server until one acknowledges it. */
class Senders {
  readonly #sending: Promise<void>[];
  readonly acknowledged: TestSpan[] = [];
  refused = 0;
  #isOver = false;

  constructor() {
    this.#sending = Array.from({ length: SENDERS }, (_, index) => this.#send(index));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#sending);
  }

  async #send(first: number): Promise<void> {
    for (let turn = first; !this.#isOver; turn += 1) {
      const spans = freshSpans(SPANS, 'x'.repeat(500));
      // Some are sent to both at once, as behind a proxy that gives up on one of them.
      if (turn % 5 === 0) await this.#offer(spans, turn + 1);
      while (!(await this.#offer(spans, turn))) {
        this.refused += 1;
        turn += 1;
        await delay(RETRY_MS);
      }
      this.acknowledged.push(...spans);
    }
  }

  async #offer(spans: readonly TestSpan[], turn: number): Promise<boolean> {
    const server = servers[turn % servers.length];
    if (server === undefined) return false;
    try {
      return (await sendSpans(server, 'http protobuf', spans)).ok;
    } catch {
      return false;
    }
  }
}

async function spanCount(server: BootedServer): Promise<number> {
  const { data } = (await (await fetch(`${server.url}/v1/storage`)).json()) as {
    data: { spans: number };
  };
  return data.spans;
}

/** The senders go on until so much more was acknowledged. */
async function goesOn(senders: Senders): Promise<void> {
  const before = senders.acknowledged.length;
  await expect
    .poll(() => senders.acknowledged.length, { timeout: 120_000 })
    .toBeGreaterThan(before + 5 * SENDERS * SPANS);
}

describe.skipIf(!hasEngine || POSTGRES === null)('two servers on one set of databases', () => {
  beforeAll(async () => {
    [engine, postgres] = await Promise.all([ClickHouseEngine.start(), openPostgres()]);
    await postgres.run('CREATE DATABASE meta');
    const { name } = await engine.database();
    env = {
      SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('meta'),
      SERVICE_CLICKHOUSE_URL: `${engine.url}/${name}`,
    };
    servers = await Promise.all([boot({ env }), boot({ env })]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.dispose()));
    await Promise.all([engine.stop(), postgres.close()]);
  });

  it('lose and double no acknowledged span over faults of either and of both engines', async () => {
    const senders = new Senders();
    await goesOn(senders);

    const [first, second] = servers;
    if (first === undefined || second === undefined) throw new Error('two servers');
    await first.stop('SIGKILL');
    await goesOn(senders);
    servers[0] = await boot({ env });
    await first.dispose();
    await goesOn(senders);

    await postgres.stop();
    await expect.poll(() => ready(second)).toContain('PostgreSQL at ');
    await postgres.start();
    await goesOn(senders);

    await engine.pause();
    await expect.poll(() => ready(second)).toContain('ClickHouse at ');
    await engine.resume();
    await goesOn(senders);

    engine.signal('SIGSTOP');
    await expect.poll(() => ready(second)).toContain('did not answer within');
    engine.signal('SIGCONT');
    await goesOn(senders);

    await senders.stop();
    expect(senders.refused).toBeGreaterThan(0);
    for (const server of servers) {
      await expect.poll(() => ready(server)).toContain('"ready":true');
      expect(await spanCount(server)).toBe(senders.acknowledged.length);
    }
  });
});
