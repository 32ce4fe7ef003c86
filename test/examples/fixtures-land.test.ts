import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import * as grpc from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { readFixtures, type Fixture } from '#test/fixtures/fixture-files.ts';
import { listSpans, readSpan } from '../../tools/api-client.ts';

const Golden = Type.Object({
  rows: Type.Array(
    Type.Object({
      name: Type.String(),
      traceId: Type.String(),
      spanId: Type.String(),
      parentSpanId: Type.Union([Type.String(), Type.Null()]),
      otelKind: Type.Integer(),
      startTimeUnixNano: Type.String(),
      endTimeUnixNano: Type.String(),
      statusCode: Type.Integer(),
      model: Type.Union([Type.String(), Type.Null()]),
      provider: Type.Union([Type.String(), Type.Null()]),
      costUsd: Type.Union([Type.Number(), Type.Null()]),
      documents: Type.Integer(),
      errorMessage: Type.Union([Type.String(), Type.Null()]),
      service: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(async () => {
  await server.dispose();
});

/** Sent on the wire it came on, with the headers it came with. */
async function send(fixture: Fixture): Promise<void> {
  if (fixture.wire === 'grpc') return await sendGrpc(fixture);
  const headers = {
    'content-type': fixture.contentType,
    'x-project-name': fixture.name,
    ...(fixture.contentEncoding === null ? {} : { 'content-encoding': fixture.contentEncoding }),
  };
  const reply = await fetch(`${server.url}/v1/traces`, {
    method: 'POST',
    headers,
    body: Uint8Array.from(fixture.body),
  });
  expect(reply.status, await reply.text()).toBe(200);
}

async function sendGrpc(fixture: Fixture): Promise<void> {
  const client = new grpc.Client(server.grpcTarget, grpc.credentials.createInsecure());
  const metadata = new grpc.Metadata();
  metadata.set('x-project-name', fixture.name);
  const pass = (bytes: Buffer) => bytes;
  await new Promise<void>((resolve, reject) => {
    client.makeUnaryRequest(
      '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
      pass,
      pass,
      fixture.body,
      metadata,
      (error) => (error === null ? resolve() : reject(error)),
    );
  });
  client.close();
}

describe('every fixture, sent to a real server', () => {
  it.each(readFixtures())('$name lands as its rows', async (fixture) => {
    const golden = Value.Parse(Golden, JSON.parse(readFileSync(fixture.rowsFile, 'utf8')));
    await send(fixture);
    const spans = await listSpans(server.url, fixture.name);
    expect(spans.map((span) => span.name).sort()).toEqual(
      golden.rows.map((row) => row.name).sort(),
    );
    for (const row of golden.rows) {
      const span = spans.find(
        (each) => each.context.span_id === row.spanId && each.context.trace_id === row.traceId,
      );
      expect(await readSpan(server.url, span?.id ?? '')).toMatchObject({
        name: row.name,
        parent_id: row.parentSpanId,
        otel_kind: row.otelKind,
        start_time_unix_nano: row.startTimeUnixNano,
        end_time_unix_nano: row.endTimeUnixNano,
        status_code: ['UNSET', 'OK', 'ERROR'][row.statusCode],
        model_name: row.model,
        model_provider: row.provider,
        cost_usd: row.costUsd,
        document_count: row.documents,
        error_message: row.errorMessage,
        ...(row.service === null
          ? {}
          : { resource: { attributes: { 'service.name': row.service } } }),
      });
    }
  });
});
