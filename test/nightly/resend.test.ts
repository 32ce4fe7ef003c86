import { expect, it } from 'vitest';
import { GrpcSender } from '../../bench/load/grpc-sender.ts';
import { HttpSender, type Sender } from '../../bench/load/http-sender.ts';
import { listSpans } from '../../tools/api-client.ts';
import { encodeExportRequest, encodeSpan } from '../../tools/otlp/export-request.ts';
import { Random } from '../../tools/otlp/random.ts';
import { boot, temporaryDirectory, type BootedServer } from '#test/e2e/boot.ts';
import { rmSync } from 'node:fs';
import { Ledger, type LedgerBatch } from '#test/reliability/ledger.ts';

function openSenders(server: BootedServer): readonly Sender[] {
  return [
    new HttpSender(new URL(server.url), 'identity'),
    new GrpcSender(server.grpcTarget, 'identity'),
  ];
}

it(
  'check 5: stores a span once, however often it is sent, on whichever wire, across kills',
  { timeout: 300_000 },
  async () => {
    const directory = temporaryDirectory();
    const random = new Random(40);
    const ledger = new Ledger(41);
    const batches: readonly LedgerBatch[] = Array.from({ length: 60 }, () =>
      ledger.make(random.between(1, 64)),
    );
    const turns = batches
      .flatMap((batch) => Array.from({ length: random.between(1, 5) }, () => batch))
      .sort(() => random.fraction() - 0.5);
    for (let round = 0; round < 3; round++) {
      const server = await boot({ directory });
      const senders = openSenders(server);
      for (const batch of turns.filter((_, at) => at % 3 === round)) {
        const reply = await random.pick(senders).send(batch.body);
        expect(reply.status).toBe(200);
        ledger.acknowledge(batch);
      }
      // One more is in flight when the server is killed: it may be stored, but not twice.
      const dying = random.pick(batches);
      const inFlight = random
        .pick(senders)
        .send(dying.body)
        .catch(() => null);
      await server.stop('SIGKILL');
      await inFlight;
      for (const sender of senders) sender.close();
    }
    const server = await boot({ directory });
    const spans = await listSpans(server.url, 'default');
    expect(ledger.compare(spans)).toEqual({ missing: [], different: [], repeated: [] });
    expect(spans.length).toBe(ledger.acked.size);
    await server.dispose();
    rmSync(directory, { recursive: true, force: true });
  },
);

it('keeps the first of two different bodies for the same ids', async () => {
  await using server = await boot();
  const ids = {
    traceId: Buffer.alloc(16, 7),
    spanId: Buffer.alloc(8, 8),
    startTimeUnixNano: 1_790_000_000_000_000_000n,
    endTimeUnixNano: 1_790_000_000_000_000_500n,
  };
  const bodies = ['first', 'second'].map((name) =>
    encodeExportRequest({}, { name: 'resend' }, [
      encodeSpan({ ...ids, name, attributes: { 'session.id': name } }),
    ]),
  );
  const [http, grpc] = openSenders(server);
  for (const [sender, body] of [
    [http, bodies[0]],
    [grpc, bodies[1]],
    [http, bodies[1]],
  ] as const) {
    if (sender && body) expect((await sender.send(body)).status).toBe(200);
  }
  expect(
    (await listSpans(server.url, 'default')).map((span) => [
      span.name,
      span.attributes['session.id'],
    ]),
  ).toEqual([['first', 'first']]);
  for (const sender of [http, grpc]) sender?.close();
});
