import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HttpSender } from '../../bench/load/http-sender.ts';
import { encodeExportRequest, encodeSpan } from '../../tools/otlp/export-request.ts';
import { Random } from '../../tools/otlp/random.ts';
import { boot, temporaryDirectory, type BootedServer } from '#test/e2e/boot.ts';
import { readResponse } from '#test/e2e/otlp-messages.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';

const PHASES = 4;
const SPANS_A_REQUEST = 256;
/** 40,960 spans in all with every commit, the programme's million in the long one. */
const REQUESTS_A_PHASE = casesOf(20, 977);
const TIMEOUT_MS = casesOf(300_000, 1_800_000);
/** Spans to send again are drawn from this many of those sent. */
const RECENT_MAX = 10_000;

interface Counts {
  stored: number;
  duplicate: number;
  rejected: number;
}

it(
  'check 15: accounts for every span: sent = stored + rejected + duplicates, through three restarts, in its metrics too',
  { timeout: TIMEOUT_MS },
  async () => {
    const directory = temporaryDirectory();
    const random = new Random(50);
    const sent = { stored: 0, duplicate: 0, rejected: 0 };
    const measured: Counts = { stored: 0, duplicate: 0, rejected: 0 };
    const recent: Buffer[] = [];
    let stored = 0;
    for (let phase = 0; phase < PHASES; phase++) {
      const server = await boot({ directory, env: { SERVICE_ENABLE_PROMETHEUS: 'true' } });
      const sender = new HttpSender(new URL(server.url), 'identity');
      for (let request = 0; request < REQUESTS_A_PHASE; request++) {
        const { body, counts } = makeRequest(random, recent);
        const reply = await sender.send(body);
        expect(reply.status).toBe(200);
        expect(readResponse(reply.body, 'protobuf')?.rejectedSpans ?? 0).toBe(counts.rejected);
        for (const key of ['stored', 'duplicate', 'rejected'] as const) sent[key] += counts[key];
      }
      const counted = await scrape(server);
      for (const key of ['stored', 'duplicate', 'rejected'] as const) measured[key] += counted[key];
      sender.close();
      if (phase === PHASES - 1) stored = await countSpans(server.url);
      await server.stop(phase % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
    }
    rmSync(directory, { recursive: true, force: true });
    expect(measured).toEqual(sent);
    expect(stored).toBe(sent.stored);
    expect(sent.stored + sent.duplicate + sent.rejected).toBe(
      PHASES * REQUESTS_A_PHASE * SPANS_A_REQUEST,
    );
    expect(Math.min(sent.duplicate, sent.rejected)).toBeGreaterThan(100);
  },
);

/**
 * One in a hundred spans is invalid, one in a hundred is a duplicate: of this request, an earlier
 * one, or one before a restart.
 */
function makeRequest(random: Random, recent: Buffer[]): { body: Buffer; counts: Counts } {
  const counts = { stored: 0, duplicate: 0, rejected: 0 };
  const spans = Array.from({ length: SPANS_A_REQUEST }, () => {
    const dice = random.between(1, 100);
    if (dice === 1 && recent.length > 0) {
      counts.duplicate++;
      return random.pick(recent);
    }
    const bad = dice === 2;
    if (bad) counts.rejected++;
    else counts.stored++;
    const startTimeUnixNano = 1_790_000_000_000_000_000n + BigInt(random.uint32());
    const span = encodeSpan({
      traceId: random.bytes(bad ? 5 : 16),
      spanId: random.bytes(8),
      name: 'counted',
      startTimeUnixNano,
      endTimeUnixNano: startTimeUnixNano + 1_000n,
    });
    if (!bad && recent.length < RECENT_MAX && random.chance(0.1)) recent.push(span);
    return span;
  });
  return { body: encodeExportRequest({}, { name: 'conservation' }, spans), counts };
}

/** The spans of the project as listed, page by page: a million at once would not fit. */
async function countSpans(url: string): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const reply = await fetch(`${url}/v1/projects/default/spans?limit=1000${at}`);
    expect(reply.status).toBe(200);
    const page = (await reply.json()) as {
      readonly data: readonly unknown[];
      readonly next_cursor: string | null;
    };
    count += page.data.length;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return count;
}

async function scrape(server: BootedServer): Promise<Counts> {
  if (server.metricsUrl === null) throw new Error('The server announced no metrics port.');
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  const read = (outcome: string) =>
    Number(
      new RegExp(`^telltale_ingest_spans_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(
        text,
      )?.[1] ?? 0,
    );
  return { stored: read('stored'), duplicate: read('duplicate'), rejected: read('rejected') };
}
