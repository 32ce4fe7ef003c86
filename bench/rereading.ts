import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { NO_TOKENS, type SpanRecord } from '#core/otlp/span-record.ts';
import type { RereadScope } from '#core/ports/span-rereader.ts';
import { spanAttributes } from '#server/compose/threads/span-attributes.ts';
import { CallPrices } from '#server/prices/call-prices.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { BenchServer } from './bench-server.ts';
import { generateLoad } from './load/load-generator.ts';
import { makeTemplates, Patcher } from './load/request-template.ts';

/**
 * `node bench/rereading.ts`: what reading stored spans again costs in the span store alone, in
 * microseconds of CPU a span: where nothing reads differently, where each span has another cost,
 * and where each was read as UNKNOWN before, without model, tokens, cost, session and user. With
 * `--beside SPANS`, a whole server instead: ingest alone and beside a reread, in slices of seconds
 * that take turns; a rate of 0 is as fast as replies come.
 */
const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '100000' },
    beside: { type: 'string', default: '0' },
    rate: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '3' },
    changed: { type: 'boolean', default: false },
  },
});
const PER_REQUEST = 512;
const UNREAD: Partial<SpanRecord> = {
  kind: 'UNKNOWN',
  modelName: null,
  tokens: NO_TOKENS,
  costUsd: null,
  sessionId: null,
  userId: null,
};
const priceOf = new CallPrices().priceOf;
const [alike, unread] = [
  (record: SpanRecord) => record,
  (record: SpanRecord) => ({ ...record, ...UNREAD }),
];

if (values.beside === '0') {
  await alone('nothing changes', alike);
  await alone('another cost', (record) => ({ ...record, costUsd: (record.costUsd ?? 0) + 1 }));
  await alone('unread before', unread);
} else await beside(Number(values.beside), values.changed ? unread : alike);

function openStore(directory: string): OpenSpanStore {
  return openSpanStore(path.join(directory, 'spans.db'), {
    attributesOf: spanAttributes,
    readSpans: storedSpanReading(priceOf),
  });
}

async function fill(
  store: OpenSpanStore,
  spans: number,
  old: (record: SpanRecord) => SpanRecord,
): Promise<void> {
  const [template] = makeTemplates({
    project: 'history',
    spansPerRequest: PER_REQUEST,
    spanBytes: 1_600,
    count: 1,
    seed: 1,
  });
  if (template === undefined) throw new Error('no template');
  const patcher = new Patcher(1);
  for (let stored = 0; stored < spans; stored += PER_REQUEST) {
    patcher.patch(template, 1_760_000_000_000_000_000n + BigInt(stored) * 1_000_000n);
    const { records } = skimTraces(template.body, DEFAULT_SKIM_LIMITS, priceOf);
    await store.writer.write([{ projectName: 'history', records: records.map(old) }]);
  }
}

async function alone(name: string, old: (record: SpanRecord) => SpanRecord): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'telltale-rereading-'));
  const store = openStore(directory);
  await fill(store, Number(values.spans), old);
  for (const isTrial of [true, false]) {
    const scope: RereadScope = { what: 'all', isTrial };
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    const steps: number[] = [];
    let [from, read, changed]: [number | null, number, number] = [null, 0, 0];
    do {
      const stepAt = performance.now();
      const step = await store.rereader.step(scope, from);
      steps.push(performance.now() - stepAt);
      from = step.next;
      read += step.read;
      changed += step.changed;
    } while (from !== null);
    const { user, system } = process.cpuUsage(cpu);
    steps.sort((a, b) => a - b);
    const at = (share: number): string => (steps[Math.floor(steps.length * share)] ?? 0).toFixed(0);
    console.log(
      `${name}${isTrial ? ', preview' : ''}: ${read} read, ${changed} changed, ${Math.round((read / (performance.now() - startedAt)) * 1000)}/s, ` +
        `${((user + system) / read).toFixed(1)} µs of CPU each, steps p50 ${at(0.5)} ms p99 ${at(0.99)} ms`,
    );
  }
  store.close();
  rmSync(directory, { recursive: true });
}

async function beside(spans: number, old: (record: SpanRecord) => SpanRecord): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'telltale-rereading-'));
  const store = openStore(directory);
  await fill(store, spans, old);
  store.close();
  const server = await BenchServer.start(directory, { SERVICE_REREAD_AFTER_UPGRADE: 'false' });
  const templates = makeTemplates({
    project: 'load',
    spansPerRequest: PER_REQUEST,
    spanBytes: 1_600,
    count: 64,
    seed: 2,
  });
  const rates = { alone: 0, beside: 0 };
  const ratios: number[] = [];
  let [reread, seconds, id] = [0, 0, ''];
  try {
    await ingest(server, templates, 2);
    for (let round = 0; round < Number(values.rounds) && !(await isDone(server, id)); round += 1) {
      const rate: Record<string, number> = {};
      for (const slice of round % 2 === 0
        ? (['alone', 'beside'] as const)
        : (['beside', 'alone'] as const)) {
        const [startedAt, before] = [performance.now(), id === '' ? 0 : await rowsDone(server, id)];
        if (slice === 'beside') id = await go(server, id);
        rate[slice] = await ingest(server, templates, Number(values.seconds));
        rates[slice] += rate[slice];
        if (slice === 'alone') continue;
        await post(server, `/${encodeURIComponent(id)}/stop`).catch(() => undefined);
        seconds += (performance.now() - startedAt) / 1_000;
        reread += (await rowsDone(server, id)) - before;
      }
      ratios.push((rate['beside'] ?? 0) / (rate['alone'] ?? 1));
      console.log(
        `alone ${rate['alone']?.toFixed(0)}/s, beside ${rate['beside']?.toFixed(0)}/s; ${reread} of ${spans} read again`,
      );
    }
    const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
    console.log(
      `${Math.round(reread / seconds)} spans/s read again beside ingest, which lost ${(100 - (100 * rates.beside) / rates.alone).toFixed(1)} % in all, ${(100 - 100 * middle).toFixed(1)} % in the middle`,
    );
  } finally {
    await server.dispose();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function ingest(
  server: BenchServer,
  made: ReturnType<typeof makeTemplates>,
  forSeconds: number,
): Promise<number> {
  const rate = Number(values.rate);
  const report = await generateLoad({
    url: server.url,
    grpcTarget: server.grpcTarget,
    wire: 'http',
    project: 'load',
    connections: 8,
    spansPerRequest: PER_REQUEST,
    spanBytes: 1_600,
    gzip: false,
    spansMax: Number.POSITIVE_INFINITY,
    durationMsMax: forSeconds * 1_000,
    rate,
    templates: 64,
    seed: Math.floor(Math.random() * 2 ** 31),
    made,
  });
  return report.spansPerSecond;
}

interface Reread {
  readonly data: { readonly id: string; readonly state: string; readonly rows_done: number };
}

/** Resumes the reread, or starts one where there is none. */
async function go(server: BenchServer, id: string): Promise<string> {
  return (
    await post(
      server,
      id === '' ? '' : `/${encodeURIComponent(id)}/resume`,
      id === '' ? { project: 'history' } : undefined,
    )
  ).data.id;
}

async function rowsDone(server: BenchServer, id: string): Promise<number> {
  return (await get(server, id)).data.rows_done;
}

async function isDone(server: BenchServer, id: string): Promise<boolean> {
  return id !== '' && (await get(server, id)).data.state === 'done';
}

async function get(server: BenchServer, id: string): Promise<Reread> {
  // as: our own server.
  return (await (
    await fetch(`${server.url}/v1/rereads/${encodeURIComponent(id)}`)
  ).json()) as Reread;
}

async function post(server: BenchServer, where: string, body?: object): Promise<Reread> {
  const reply = await fetch(`${server.url}/v1/rereads${where}`, {
    method: 'POST',
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`reread: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Reread; // as: our own server.
}
