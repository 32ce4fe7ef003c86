import { describe, expect, it } from 'vitest';
import { toHex } from '#core/otlp/hex.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { CallPrices } from '#server/prices/call-prices.ts';
import { readFixtures, toProtobuf } from './fixtures/fixture-files.ts';

const fixtures = readFixtures();
const priceOf = new CallPrices().priceOf;

/** A record as the golden files write it: times as text, ids as hex, bytes left out. */
function row(record: SpanRecord) {
  const { resource, scope } = record;
  return {
    name: record.name,
    traceId: toHex(record.traceId),
    spanId: toHex(record.spanId),
    parentSpanId: record.parentSpanId === null ? null : toHex(record.parentSpanId),
    kind: record.kind,
    otelKind: record.otelKind,
    startTimeUnixNano: String(record.startTimeUnixNano),
    endTimeUnixNano: String(record.endTimeUnixNano),
    statusCode: record.statusCode,
    errorMessage: record.errorMessage,
    model: record.modelName,
    provider: record.modelProvider,
    tokens: Object.fromEntries(Object.entries(record.tokens).filter(([, count]) => count !== null)),
    costUsd: record.costUsd,
    session: record.sessionId,
    user: record.userId,
    documents: record.documentCount,
    service: resource.serviceName,
    project: resource.projectName,
    scope: `${scope.name}@${scope.version}`,
  };
}

describe('recorded and hand-made requests', () => {
  it('are there', () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(40);
  });

  it.each(fixtures)('$name gives the rows expected of it', async (fixture) => {
    const { records, refused } = skimTraces(toProtobuf(fixture), DEFAULT_SKIM_LIMITS, priceOf);
    const rows = { rows: records.map(row), refused };
    await expect(`${JSON.stringify(rows, null, 1)}\n`).toMatchFileSnapshot(fixture.rowsFile);
  });
});
