import { rmSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, temporaryDirectory, type BootedServer } from './boot.ts';
import { ADMIN_SECRET, bootClosed, makeApiKey } from './closed-server.ts';
import { eventOf, eventTexts, logBody, sendLogBody, sendLogs } from './log-sender.ts';
import { freshSpans, type TestSpan } from './otlp-messages.ts';
import { sendSpans, WIRES } from './otlp-sender.ts';

const WITHIN = { timeout: 60_000 };

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(() => server.dispose());

function oneSpan(): TestSpan {
  const [span] = freshSpans(1);
  if (span === undefined) throw new Error('no span');
  return span;
}

describe.each(WIRES)('GenAI events over %s', (wire) => {
  it('are part of a span that comes after them, as soon as it is there', async () => {
    const span = oneSpan();
    expect(
      await sendLogs(server, wire, [eventOf(span, 'one'), eventOf(span, 'two')]),
    ).toMatchObject({ ok: true, rejected: 0 });
    expect(await sendSpans(server, wire, [span])).toMatchObject({ ok: true, partial: null });
    expect(await eventTexts(server.url, span)).toEqual(['one', 'two']);
  });

  it('become part of a span that is stored', async () => {
    const span = oneSpan();
    await sendSpans(server, wire, [span]);
    expect(await sendLogs(server, wire, [eventOf(span, 'late')])).toMatchObject({
      ok: true,
      rejected: 0,
    });
    await expect.poll(() => eventTexts(server.url, span), WITHIN).toEqual(['late']);
  });

  it('find their spans when both are sent at once, and twice', async () => {
    const spans = freshSpans(40);
    await Promise.all(
      [...spans, ...spans].flatMap((span) => [
        sendSpans(server, wire, [span]),
        sendLogs(server, wire, [eventOf(span, span.spanId)]),
      ]),
    );
    await expect
      .poll(() => Promise.all(spans.map((span) => eventTexts(server.url, span))), WITHIN)
      .toEqual(spans.map(({ spanId }) => [spanId]));
  });

  it('are taken alone: other log records are refused by name', async () => {
    const span = oneSpan();
    const event = eventOf(span, 'kept');
    const reply = await sendLogs(server, wire, [
      { ...event, eventName: '' },
      event,
      { ...event, eventName: 'http.retry' },
      { ...event, spanId: '' },
    ]);
    expect(reply).toMatchObject({ ok: true, rejected: 3 });
    expect(reply.message).toMatch(
      /^3 of 4 log records were not stored: log record 0: \(trace [0-9a-f]{32}, span [0-9a-f]{16}\) event_name must begin/,
    );
    expect(reply.message).toContain("it is 'http.retry'");
    expect(reply.message).toMatch(/log record 3: \(trace [0-9a-f]{32}\) span_id missing/);
    await sendSpans(server, wire, [span]);
    expect(await eventTexts(server.url, span)).toEqual(['kept']);
    const refusals = (await (await fetch(`${server.url}/v1/refusals`)).json()) as {
      data: { spans: number; reason: string }[];
    };
    expect(refusals.data[0]).toMatchObject({ spans: 3, reason: reply.message.slice(0, 500) });
  });

  it('that are not requests are refused whole', async () => {
    const reply = await sendLogBody(server, wire, Buffer.from([0x0a, 0x7f, 0x01]));
    expect(reply).toMatchObject({
      ok: false,
      code: wire === 'grpc' ? status.INVALID_ARGUMENT : 400,
    });
    expect(reply.message).toContain('not an OTLP logs export request');
  });
});

it.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
] as const)('takes log records compressed with %s', async (encoding, compress) => {
  const span = oneSpan();
  const body = compress(logBody('http protobuf', [eventOf(span, 'packed')]));
  expect(
    await sendLogBody(server, 'http protobuf', body, { 'content-encoding': encoding }),
  ).toMatchObject({ ok: true, rejected: 0 });
  await sendSpans(server, 'http protobuf', [span]);
  expect(await eventTexts(server.url, span)).toEqual(['packed']);
});

describe('acknowledged events are kept', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'through %s between an event and its span, in either order',
    { timeout: 300_000 },
    async (signal) => {
      const directory = temporaryDirectory();
      const [early, late] = [oneSpan(), freshSpans(200)];
      const first = await boot({ directory });
      await sendLogs(first, 'http protobuf', [eventOf(early, 'early')]);
      await sendSpans(first, 'grpc', late);
      const replies = await Promise.all(
        late.map((span) => sendLogs(first, 'grpc', [eventOf(span, 'late')])),
      );
      expect(replies.every(({ ok }) => ok)).toBe(true);
      await first.stop(signal);
      const second = await boot({ directory });
      await sendSpans(second, 'http protobuf', [early]);
      expect(await eventTexts(second.url, early)).toEqual(['early']);
      // The exporter did not see the answer, and sends again.
      await sendLogs(
        second,
        'http json',
        late.map((span) => eventOf(span, 'late')),
      );
      await expect
        .poll(() => Promise.all(late.map((span) => eventTexts(second.url, span))), WITHIN)
        .toEqual(late.map(() => ['late']));
      await second.dispose();
      rmSync(directory, { recursive: true, force: true });
    },
  );
});

it('a key limited to projects gives no events to spans of others, and one without leave none at all', async () => {
  await using closed = await bootClosed();
  const operator = { authorization: `Bearer ${ADMIN_SECRET}` };
  const { key } = await makeApiKey(closed, { kind: 'system', role: 'MEMBER', level: 'read-write' });
  const [own, other, later] = [oneSpan(), oneSpan(), oneSpan()];
  await sendSpans(closed, 'grpc', [own], { api_key: key, 'x-project-name': 'alpha' });
  await sendSpans(closed, 'grpc', [other], { api_key: key, 'x-project-name': 'beta' });
  const limited = await makeApiKey(closed, {
    kind: 'system',
    role: 'MEMBER',
    scopes: ['traces:write'],
    projects: ['alpha'],
  });
  const reader = await makeApiKey(closed, {
    kind: 'system',
    role: 'MEMBER',
    scopes: ['traces:read'],
  });
  const send = (span: TestSpan, api_key: string) =>
    sendLogs(closed, 'grpc', [eventOf(span, 'x')], { api_key });
  expect(await send(own, '')).toMatchObject({ ok: false, code: status.UNAUTHENTICATED });
  expect(await send(own, reader.key)).toMatchObject({ ok: false, code: status.PERMISSION_DENIED });
  expect(await send(other, limited.key)).toMatchObject({
    ok: false,
    code: status.PERMISSION_DENIED,
  });
  expect(await send(later, limited.key)).toMatchObject({ ok: true });
  expect(await send(own, limited.key)).toMatchObject({ ok: true });
  await sendSpans(closed, 'grpc', [later], { api_key: key, 'x-project-name': 'beta' });
  await expect.poll(() => eventTexts(closed.url, own, operator), WITHIN).toEqual(['x']);
  expect(await eventTexts(closed.url, other, operator)).toEqual([]);
  expect(await eventTexts(closed.url, later, operator)).toEqual([]);
});
