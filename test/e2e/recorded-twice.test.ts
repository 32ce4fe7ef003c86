import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { protobufOf, readRecording } from '#test/frameworks/recording.ts';
import { emptyServer } from './empty-server.ts';
import { sendHttp } from './otlp-sender.ts';

/**
 * DSPy, LiteLLM and OpenAI's client as three instrumentations recorded two calls; the last two with
 * tokens and a cost.
 */
const LIBRARY = 'dspy-openai';
const SPANS = readRecording(LIBRARY).requests.flatMap((request) => [
  ...skimTraces(protobufOf(request), DEFAULT_SKIM_LIMITS).records,
]);
const CALL = { token_count_prompt: 120, token_count_completion: 30 };
const COST_USD = 0.000_031_2;

const Rows = Type.Object({
  data: Type.Array(
    Type.Object({
      trace_id: Type.String(),
      start_time: Type.String(),
      token_count_prompt: Type.Number(),
      token_count_completion: Type.Number(),
      cost_usd: Type.Number(),
    }),
  ),
});
const Series = Type.Object({
  data: Type.Array(
    Type.Object({
      token_count_prompt: Type.Number(),
      token_count_completion: Type.Number(),
      cost_usd: Type.Number(),
    }),
  ),
});
const Spans = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      repeats_parent: Type.Boolean(),
      tokens: Type.Object({ prompt: Type.Union([Type.Number(), Type.Null()]) }),
    }),
  ),
});

it.each([
  ['in one request', [SPANS]],
  ['span by span, as they ended', SPANS.map((span) => [span])],
  ['span by span, the outermost first', SPANS.toReversed().map((span) => [span])],
])('counts calls once that nested instrumentations recorded, %s', async (_, requests) => {
  await using server = await emptyServer();
  for (const spans of requests) {
    const reply = await sendHttp(server.url, requestOf(spans), {
      'content-type': 'application/x-protobuf',
    });
    expect(reply).toMatchObject({ ok: true, partial: null });
  }
  const get = async <Schema extends TSchema>(schema: Schema, path: string) =>
    Value.Parse(schema, await (await fetch(`${server.url}/v1/${path}`)).json());
  const { data: traces } = await get(Rows, `projects/${LIBRARY}/trace_rows`);
  expect(traces).toHaveLength(2);
  for (const trace of traces) {
    expect(trace).toMatchObject(CALL);
    expect(trace.cost_usd).toBeCloseTo(COST_USD, 12);
  }
  const window = windowOf(traces.map((trace) => trace.start_time));
  const { data: series } = await get(
    Series,
    `projects/${LIBRARY}/series?buckets=1&${window.toString()}`,
  );
  expect(series).toMatchObject([{ token_count_prompt: 240, token_count_completion: 60 }]);
  expect(series[0]?.cost_usd).toBeCloseTo(2 * COST_USD, 12);
  const { data: spans } = await get(Spans, `traces/${traces[0]?.trace_id}/spans`);
  expect(spans.map((span) => [span.name, span.tokens.prompt, span.repeats_parent])).toEqual([
    ['LM.__call__', null, false],
    ['completion', 120, false],
    ['ChatCompletion', 120, true],
  ]);
});

/** The hour from the first of these times: without a window, a chart is of the last day alone. */
function windowOf(times: readonly string[]): URLSearchParams {
  const start = Math.min(...times.map((time) => Date.parse(time)));
  return new URLSearchParams({
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
  });
}

/** An export request of spans as they were sent. */
function requestOf(spans: readonly SpanRecord[]): Buffer {
  return Buffer.concat(
    spans.map(({ resource, scope, bytes }) =>
      field(1, [
        field(1, [resource.bytes]),
        field(2, [field(1, [scope.bytes]), field(2, [bytes])]),
      ]),
    ),
  );
}

/** A field of a protobuf message that has a length. */
function field(number: number, contents: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(contents);
  const head = [(number << 3) | 2];
  let length = bytes.length;
  for (; length > 0x7f; length >>>= 7) head.push((length & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([...head, length]), bytes]);
}
