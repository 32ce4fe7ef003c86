import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../tools/otlp/random.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { MUTATIONS } from './mutations.ts';
import { jsonSpan, otlpJson, readAll, sendTraces } from './read-back.ts';

const REQUESTS = casesOf(1_000, 200_000);
const TIMEOUT_MS = Math.max(1_800_000, casesOf(300_000, 10_800_000));
const SENDERS = 8;
const SEED = 20_261_122;
/** Of the 5xx only "try again". */
const ALLOWED: ReadonlySet<number> = new Set([200, 400, 404, 413, 415, 422, 429, 503]);
const SPANS = 5;
const spanId = (number: number) => number.toString(16).padStart(16, '0');
const traceId = (number: number) => number.toString(16).padStart(32, '0');

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
  const attributes = [
    { key: 'session.id', value: { stringValue: 'chat' } },
    { key: 'retrieval.documents.0.document.content', value: { stringValue: 'a' } },
  ];
  const spans = Array.from({ length: SPANS }, (_, at) =>
    jsonSpan(at + 1, at + 1, { traceId: traceId(at + 1), spanId: spanId(at + 1), attributes }),
  );
  await sendTraces(server.url, otlpJson(spans), { 'x-project-name': 'fuzz' });
});
afterAll(async () => {
  await server.dispose();
});

/** Bodies that are fine, for each route that annotates. */
function seeds(): readonly (readonly [path: string, body: Buffer])[] {
  const annotation = {
    name: 'correctness',
    annotator_kind: 'LLM',
    identifier: 'a',
    result: { label: 'good', score: 0.5, explanation: 'because \u{1f642} of "this"' },
    metadata: { deep: { list: [1, 2.5e-3, null, true], text: 'x\\y' } },
  };
  const spans = Array.from({ length: SPANS }, (_, at) => ({
    span_id: spanId(at + 1),
    ...annotation,
  }));
  const document = { ...annotation, identifier: '', span_id: spanId(1), document_position: 0 };
  const bodies: readonly (readonly [string, object])[] = [
    ['/v1/span_annotations', { data: spans }],
    ['/v1/trace_annotations', { data: [{ trace_id: traceId(1), ...annotation }] }],
    ['/v1/session_annotations', { data: [{ session_id: 'chat', ...annotation }] }],
    ['/v1/document_annotations', { data: [document] }],
    ['/v1/span_notes', { data: { span_id: spanId(1), note: 'look', identifier: 'n' } }],
  ];
  return bodies.map(([path, body]) => [path, Buffer.from(JSON.stringify(body))]);
}

test(
  `check 34: ${REQUESTS} malformed bodies crash nothing, and what was taken can be read`,
  { timeout: TIMEOUT_MS },
  async () => {
    const all = seeds();
    const statuses = new Map<number, number>();
    const surprises: string[] = [];
    const send = async (random: Random, count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1) {
        const [path, seed] = random.pick(all);
        let body = random.pick(MUTATIONS)(seed, random.pick(all)[1], random);
        const headers: Record<string, string> = { 'content-type': 'application/json' };
        if (random.chance(0.1)) {
          headers['content-encoding'] = 'gzip';
          const packed = gzipSync(body, { level: 1 });
          body = random.chance(0.5) ? packed : random.pick(MUTATIONS)(packed, seed, random);
        }
        const url = `${server.url}${path}?sync=${random.chance(0.5)}`;
        const reply = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers });
        const text = await reply.text();
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        if (!ALLOWED.has(reply.status) || (reply.status !== 200 && !text.startsWith('{"detail":')))
          surprises.push(
            `${reply.status} ${text.slice(0, 200)} for ${path} ${body.toString('base64').slice(0, 400)}`,
          );
      }
    };
    const randoms = Array.from({ length: SENDERS }, (_, sender) => new Random(SEED + sender));
    await Promise.all(randoms.map((random) => send(random, REQUESTS / SENDERS)));
    expect(surprises.slice(0, 5)).toEqual([]);
    // The mutations reach every side: much is refused as JSON and as fields, some still fits.
    for (const status of [200, 400, 422])
      expect(statuses.get(status)).toBeGreaterThan(REQUESTS / 100);

    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    const ids = Array.from({ length: SPANS }, (_, at) => `span_ids=${spanId(at + 1)}`).join('&');
    expect(
      (await readAll(server.url, `/v1/projects/fuzz/span_annotations?${ids}`)).length,
    ).toBeGreaterThanOrEqual(SPANS);
    for (let trace = 1; trace <= SPANS; trace += 1)
      expect((await fetch(`${server.url}/v1/traces/${traceId(trace)}/annotations`)).status).toBe(
        200,
      );
    await readAll(server.url, '/v1/waiting_annotations');
    expect(server.stderr).not.toMatch(/thread crashed|Broken invariant|uncaught/i);
  },
);
