import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpSender, type Sender } from '../../bench/load/http-sender.ts';
import { GrpcSender } from '../../bench/load/grpc-sender.ts';
import { listSpans } from '../../tools/api-client.ts';
import { ClickHouseEngine, hasEngine } from '#test/clickhouse/clickhouse-engine.ts';
import { boot, temporaryDirectory, type BootedServer } from '#test/e2e/boot.ts';
import { openPostgres, POSTGRES, type PostgresServer } from '#test/postgres-server.ts';
import { scaled, times } from './nightly-length.ts';
import { Ledger, type LedgerBatch } from '#test/reliability/ledger.ts';

const SPANS_PER_REQUEST = 64;
/** How long an engine is away. */
const AWAY_MS = scaled(20_000);
const TIMEOUT_MS = 1_200_000;
const MORE_MS_MAX = 300_000;
/** So many spans are taken between two faults. */
const SPANS_BETWEEN = times(10_000);
/** Before a batch is sent again. */
const RETRY_MS = 100;

/** A server that can be killed and started again, under one name. */
interface Replica {
  server: BootedServer;
  readonly directory: string;
}

let engine: ClickHouseEngine;
let postgres: PostgresServer;
let env: Record<string, string>;
const replicas: Replica[] = [];

async function bootReplica(directory: string): Promise<Replica> {
  return { directory, server: await boot({ directory, env }) };
}

/**
 * Exports as a Collector behind a load balancer does: a batch that was not acknowledged is sent
 * again, to the other server, until it is.
 */
class Exporter {
  readonly #ledger: Ledger;
  readonly #wire: 'http' | 'grpc';
  readonly #refusals: Set<string>;
  #at: number;
  #sender: { readonly to: BootedServer; readonly sender: Sender } | null = null;

  constructor(ledger: Ledger, wire: 'http' | 'grpc', at: number, refusals: Set<string>) {
    this.#ledger = ledger;
    this.#wire = wire;
    this.#at = at;
    this.#refusals = refusals;
  }

  async run(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      const batch = this.#ledger.make(SPANS_PER_REQUEST);
      // What was sent is sent until it is acknowledged: only then is it known to count.
      while (!(await this.#isTaken(batch))) {
        this.#at += 1;
        await delay(RETRY_MS);
      }
      this.#ledger.acknowledge(batch);
    }
    this.#sender?.sender.close();
  }

  async #isTaken({ body }: LedgerBatch): Promise<boolean> {
    try {
      const { status, body: text } = await this.#senderNow().send(body);
      if (status !== 200) this.#refusals.add(`${status} ${text.toString('latin1')}`);
      return status === 200;
    } catch {
      this.#sender?.sender.close();
      this.#sender = null;
      return false;
    }
  }

  #senderNow(): Sender {
    const to = (replicas[this.#at % replicas.length] ?? replicas[0])?.server;
    if (to === undefined) throw new Error('no server runs');
    if (this.#sender?.to !== to) {
      this.#sender?.sender.close();
      const sender =
        this.#wire === 'grpc'
          ? new GrpcSender(to.grpcTarget, 'identity')
          : new HttpSender(new URL(to.url), 'identity');
      this.#sender = { to, sender };
    }
    return this.#sender.sender;
  }
}

const readiness = async ({ server }: Replica): Promise<string> =>
  (await fetch(`${server.url}/ready`)).text();

/** Both servers say so; a fault of an engine is theirs both. */
async function bothSay(text: RegExp): Promise<void> {
  for (const replica of replicas) await expect.poll(() => readiness(replica)).toMatch(text);
}

describe.skipIf(!hasEngine || POSTGRES === null)('two servers on PostgreSQL and ClickHouse', () => {
  beforeAll(async () => {
    [engine, postgres] = await Promise.all([ClickHouseEngine.start(), openPostgres()]);
    await postgres.run('CREATE DATABASE meta');
    const database = await engine.database();
    const { host } = new URL(engine.url);
    env = {
      SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('meta'),
      SERVICE_CLICKHOUSE_URL: `http://default:right@${host}/${database.name}`,
    };
    for (const directory of [temporaryDirectory(), temporaryDirectory()])
      replicas.push(await bootReplica(directory));
  });
  afterAll(async () => {
    for (const { server } of replicas) await server.dispose();
    await Promise.all([engine.stop(), postgres.close()]);
    for (const { directory } of replicas) rmSync(directory, { recursive: true, force: true });
  });

  it(
    'lose and double nothing that was acknowledged: kill -9, engines that end, hang or refuse',
    { timeout: TIMEOUT_MS },
    async () => {
      const ledger = new Ledger(22);
      const refusals = new Set<string>();
      const stop = new AbortController();
      const load = Promise.all(
        [0, 1, 2, 3].map((at) =>
          new Exporter(ledger, at < 2 ? 'http' : 'grpc', at, refusals).run(stop.signal),
        ),
      );
      const more = async (): Promise<void> => {
        const wanted = ledger.acked.size + SPANS_BETWEEN;
        await expect
          .poll(() => ledger.acked.size, { timeout: MORE_MS_MAX })
          .toBeGreaterThan(wanted);
      };
      await more();
      // As after the start of a server of a newer version: these go on, and start again beside it.
      await postgres.run('UPDATE telltale_schema SET version = version + 1', 'meta');
      for (const [at, { server, directory }] of replicas.entries()) {
        await server.stop('SIGKILL');
        await more();
        replicas[at] = await bootReplica(directory);
        await more();
      }
      await postgres.stop();
      await bothSay(/PostgreSQL at /);
      await delay(AWAY_MS);
      await postgres.start();
      await more();
      await bothSay(/"ready":true/);
      await engine.pause();
      await bothSay(/ClickHouse at [^"]* can’t be reached/);
      await delay(AWAY_MS);
      await engine.resume('another');
      await bothSay(/ClickHouse at [^"]* refuses user/);
      await engine.pause();
      await engine.resume('right');
      await more();
      engine.signal('SIGSTOP');
      await bothSay(/did not answer within/);
      engine.signal('SIGCONT');
      await more();
      await bothSay(/"ready":true/);
      stop.abort();
      await load;
      for (const { server } of replicas)
        expect(ledger.compare(await listSpans(server.url, 'default'))).toEqual({
          missing: [],
          different: [],
          repeated: [],
        });
      expect([...refusals].filter((text) => !text.startsWith('503 '))).toEqual([]);
    },
  );
});
