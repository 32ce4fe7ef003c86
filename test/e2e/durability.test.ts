import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { sendUntil } from '#test/reliability/ledger-load.ts';
import { Ledger } from '#test/reliability/ledger.ts';
import { boot, temporaryDirectory, type BootedServer } from './boot.ts';
import { freshSpans, type TestSpan } from './otlp-messages.ts';
import { sendSpans, WIRES } from './otlp-sender.ts';
import { timed } from './own-lag.ts';

const SPANS_PER_REQUEST = 64;
const KILL_ROUNDS = casesOf(2, 10);
const TERM_ROUNDS = casesOf(1, 50);
/** The first sends what later ones send again. */
const REPEATED_ROUNDS = casesOf(2, 3);
const CONSERVED_REQUESTS = casesOf(21, 60);
/**
 * The programme's figure; what this process, with its senders, was late itself comes on top: in
 * sending the signal and in seeing the end.
 */
const EXITS_WITHIN_MS = 10_000;
const TERM_TIMEOUT_MS = casesOf(480_000, 900_000);

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Two senders over HTTP and two over gRPC, until stopped. */
function startSenders(server: BootedServer, ledger: Ledger): () => Promise<void> {
  const stop = new AbortController();
  const load = sendUntil(server, ledger, {
    spansPerRequest: SPANS_PER_REQUEST,
    until: stop.signal,
  });
  return async () => {
    stop.abort();
    await load;
  };
}

async function until(condition: () => boolean, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('The condition did not come true in time.');
    await delay(5);
  }
}

function integrity(): unknown {
  const db = new Database(path.join(directory, 'spans.db'), { readonly: true });
  try {
    return db.pragma('integrity_check', { simple: true });
  } finally {
    db.close();
  }
}

describe('acknowledged spans are kept', () => {
  it(`through kill -9 under load, ${KILL_ROUNDS} times`, { timeout: 600_000 }, async () => {
    const ledger = new Ledger(1);
    for (let round = 0; round < KILL_ROUNDS; round += 1) {
      const server = await boot({ directory });
      const before = ledger.acked.size;
      const stopSenders = startSenders(server, ledger);
      await until(() => ledger.acked.size > before, 60_000);
      await delay(100 + ((round * 397) % 900));
      await server.stop('SIGKILL');
      await stopSenders();
    }
    await using server = await boot({ directory });
    expect(ledger.acked.size).toBeGreaterThan(KILL_ROUNDS * SPANS_PER_REQUEST);
    expect(ledger.compare(await listSpans(server.url, 'default'))).toEqual({
      missing: [],
      different: [],
      repeated: [],
    });
    await server.stop();
    expect(integrity()).toBe('ok');
  });

  it(
    `through SIGTERM under load, ${TERM_ROUNDS} times: it exits 0 in time`,
    { timeout: TERM_TIMEOUT_MS },
    async () => {
      const ledger = new Ledger(2);
      for (let round = 0; round < TERM_ROUNDS; round += 1) {
        const server = await boot({ directory });
        const before = ledger.acked.size;
        const stopSenders = startSenders(server, ledger);
        await until(() => ledger.acked.size > before, 60_000);
        const { result: ended, tookMs, lateMs } = await timed(() => server.stop('SIGTERM'));
        await stopSenders();
        expect(ended).toMatchObject({ code: 0, signal: null });
        expect(tookMs).toBeLessThan(EXITS_WITHIN_MS + 2 * lateMs);
      }
      await using server = await boot({ directory });
      expect(ledger.compare(await listSpans(server.url, 'default'))).toEqual({
        missing: [],
        different: [],
        repeated: [],
      });
    },
  );

  it(
    'when every request is sent several times over any wire, between kills: one row each, the first text wins',
    { timeout: 480_000 },
    async () => {
      const batches: TestSpan[][] = Array.from({ length: 12 }, (_, index) =>
        freshSpans(40, `first ${index}`),
      );
      for (let round = 0; round < REPEATED_ROUNDS; round += 1) {
        const server = await boot({ directory });
        await Promise.all(
          batches.flatMap((spans, index) =>
            WIRES.slice(0, 1 + (index % 3)).map(async (wire) => {
              const again =
                round === 0 ? spans : spans.map((span) => ({ ...span, text: `later ${round}` }));
              expect((await sendSpans(server, wire, again)).ok).toBe(true);
            }),
          ),
        );
        await server.stop('SIGKILL');
      }
      await using server = await boot({ directory });
      const spans = await listSpans(server.url, 'default');
      expect(spans).toHaveLength(12 * 40);
      const stored = new Map(
        spans.map((span) => [span.context.span_id, span.attributes['input.value']]),
      );
      for (const { spanId, text } of batches.flat()) expect(stored.get(spanId)).toBe(text);
    },
  );
});

describe('conservation', () => {
  it(
    'received = stored + duplicates + rejected, in the replies, the metrics and the store',
    { timeout: 240_000 },
    async () => {
      await using server = await boot({ directory, env: { SERVICE_ENABLE_PROMETHEUS: 'true' } });
      const totals = { sent: 0, rejected: 0, repeated: 0 };
      for (let request = 0; request < CONSERVED_REQUESTS; request += 1) {
        const fresh = freshSpans(50);
        const bad = request % 5 === 0 ? [{ ...fresh[0]!, spanId: '' }] : [];
        const twice = request % 7 === 0 ? fresh.slice(0, 3) : [];
        const spans = [...fresh, ...bad, ...twice];
        const reply = await sendSpans(server, WIRES[request % 3]!, spans);
        expect(reply.ok).toBe(true);
        expect(reply.partial?.rejectedSpans ?? 0).toBe(bad.length);
        totals.sent += spans.length;
        totals.rejected += bad.length;
        totals.repeated += twice.length;
      }
      const stored = totals.sent - totals.rejected - totals.repeated;
      expect(await listSpans(server.url, 'default')).toHaveLength(stored);
      const metrics = await (await fetch(`${server.metricsUrl}/metrics`)).text();
      expect(metrics).toContain(`telltale_ingest_spans_received_total ${totals.sent}`);
      expect(metrics).toContain(`telltale_ingest_spans_total{outcome="stored"} ${stored}`);
      expect(metrics).toContain(
        `telltale_ingest_spans_total{outcome="duplicate"} ${totals.repeated}`,
      );
      expect(metrics).toContain(
        `telltale_ingest_spans_total{outcome="rejected"} ${totals.rejected}`,
      );
    },
  );
});
