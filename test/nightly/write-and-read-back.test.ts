import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SeriesReply } from '#contracts/metrics/series.ts';
import { TraceSkeleton } from '#contracts/traces/trace.ts';
import { getJson, listSpans } from '../../tools/api-client.ts';
import { encodeExportRequest, encodeSpan } from '../../tools/otlp/export-request.ts';
import { Random } from '../../tools/otlp/random.ts';
import { sendExport } from '../../tools/seed/export-client.ts';
import { Type } from 'typebox';
import { boot } from '#test/e2e/boot.ts';
import { minutes } from './nightly-length.ts';

const SkeletonReply = Type.Object({ data: TraceSkeleton });
const REREAD_AFTER_S = [1, 10, 60];
const PROMPT_TOKENS = 7;

it('check 1: a trace a second is readable at once, and after 1, 10 and 60 s, by id, by filter and in the aggregates', async () => {
  await using server = await boot();
  const random = new Random(Date.now());
  const lengthMs = minutes(10);
  const started = performance.now();
  const written: { traceId: string; atMs: number }[] = [];
  const problems: string[] = [];
  const window = {
    start: new Date(Date.now() - 300_000).toISOString(),
    end: new Date(Date.now() + lengthMs + 3_600_000).toISOString(),
  };

  const read = async (traceId: string) => {
    const reply = await getJson(
      `${server.url}/v1/traces/${traceId}/skeleton`,
      Type.Union([SkeletonReply, TraceSkeleton]),
    ).catch((error: unknown) => String(error));
    const skeleton = typeof reply === 'string' ? null : 'data' in reply ? reply.data : reply;
    if (skeleton === null || skeleton.ids.length !== 5)
      problems.push(`${traceId}: ${typeof reply === 'string' ? reply : 'not 5 spans'}`);
    const bySession = await getJson(
      `${server.url}/v1/projects/default/span_rows?session_id=${traceId}&limit=10`,
      Type.Object({ data: Type.Array(Type.Unknown()) }),
    ).catch(() => ({ data: [] }));
    if (bySession.data.length !== 5)
      problems.push(`${traceId}: ${bySession.data.length} spans by its session`);
  };
  const readAggregates = async (traces: number) => {
    const { data } = await getJson(
      `${server.url}/v1/projects/default/series?start_time=${window.start}&end_time=${window.end}&buckets=1`,
      SeriesReply,
    );
    const found = data.map((bucket) => [
      bucket.traces,
      bucket.spans,
      bucket.errors,
      bucket.token_count_prompt,
    ]);
    const expected = [[traces, traces * 5, traces, traces * 5 * PROMPT_TOKENS]];
    if (JSON.stringify(found) !== JSON.stringify(expected))
      problems.push(`aggregates ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  };
  while (performance.now() - started < lengthMs) {
    const traceId = random.bytes(16);
    const now = BigInt(Date.now()) * 1_000_000n;
    const spans = Array.from({ length: 5 }, (_, at) =>
      encodeSpan({
        traceId,
        spanId: random.bytes(8),
        name: `step ${at}`,
        startTimeUnixNano: now,
        endTimeUnixNano: now + 1_000_000n,
        attributes: {
          'openinference.span.kind': 'LLM',
          'session.id': traceId.toString('hex'),
          'llm.model_name': 'nightly',
          'llm.token_count.prompt': PROMPT_TOKENS,
        },
        ...(at === 0 ? { status: { code: 2 } } : {}),
      }),
    );
    await sendExport(Uint8Array.from(encodeExportRequest({}, { name: 'nightly' }, spans)), {
      url: server.url,
      project: 'default',
    });
    await read(traceId.toString('hex'));
    await readAggregates(written.length + 1);
    const second = Math.floor((performance.now() - started) / 1_000);
    for (const after of REREAD_AFTER_S) {
      const due = written[second - after];
      if (due !== undefined) await read(due.traceId);
    }
    written.push({ traceId: traceId.toString('hex'), atMs: performance.now() - started });
    await delay(Math.max(0, written.length * 1_000 - (performance.now() - started)));
  }
  expect(problems).toEqual([]);
  expect((await listSpans(server.url, 'default')).length).toBe(written.length * 5);
});
