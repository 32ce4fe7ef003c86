import { describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import { commitGroup } from './commit-group.ts';
import type { DecodedRequest } from './decode-request.ts';

function request(projectName: string | null = null): DecodedRequest {
  return {
    signal: 'traces',
    batch: { projectName, records: [] },
    positions: null,
    refused: [],
    warnings: [],
  };
}

/** A writer that says what the test wants; nothing of a store is imitated but its contract. */
function writer(write: (batches: readonly SpanBatch[]) => readonly WriteOutcome[]): {
  writer: SpanWriter;
  calls: number[];
} {
  const calls: number[] = [];
  return {
    calls,
    writer: {
      canWrite: () => ({ ok: true }),
      write: async (batches) => {
        calls.push(batches.length);
        return write(batches);
      },
    },
  };
}

const twoRecords = [{}, {}] as unknown as readonly SpanRecord[];
const stored = (count: number): WriteOutcome => ({
  stored: count,
  duplicates: 0,
  refused: [],
  projectIds: [1],
});

describe('commitGroup', () => {
  it('writes the group at once and gives each request its own outcome', async () => {
    const store = writer((batches) => batches.map((_batch, index) => stored(index)));
    const results = await commitGroup(store.writer, [request(), request(), request()]);
    expect(store.calls).toEqual([3]);
    expect(results).toMatchObject([
      { value: { stored: 0 } },
      { value: { stored: 1 } },
      { value: { stored: 2 } },
    ]);
  });

  it('refuses only the request at fault when one of them breaks the group', async () => {
    const store = writer((batches) => {
      if (batches.some(({ projectName }) => projectName === 'poison')) throw new Error('cannot be');
      return batches.map(() => stored(1));
    });
    const results = await commitGroup(store.writer, [request(), request('poison'), request()]);
    expect(store.calls).toEqual([3, 1, 1, 1]);
    expect(results).toMatchObject([
      { value: { stored: 1 } },
      { reason: { message: 'cannot be' } },
      { value: { stored: 1 } },
    ]);
  });

  it.each(['unavailable', 'storage_full'] as const)(
    'fails all requests alike when the store is %s, without trying each',
    async (code) => {
      const store = writer(() => {
        throw new AppError(code, 'full');
      });
      const results = await commitGroup(store.writer, [request(), request()]);
      expect(store.calls).toEqual([2]);
      expect(results).toMatchObject([{ reason: { code } }, { reason: { code } }]);
    },
  );

  it('names refused spans by their place in the request, wherever they were refused', async () => {
    const store = writer(() => [
      { stored: 1, duplicates: 0, refused: [{ index: 1, reason: 'late' }], projectIds: [] },
    ]);
    const refused = {
      index: 1,
      traceId: null,
      spanId: '0102',
      field: 'trace_id',
      reason: 'is missing',
    };
    const [result] = await commitGroup(store.writer, [
      {
        ...request(),
        batch: { projectName: null, records: twoRecords },
        positions: [0, 2],
        refused: [refused],
      },
    ]);
    expect(result).toMatchObject({
      value: {
        refused: 2,
        message:
          '2 of 3 spans were not stored: span 1: (span 0102) trace_id is missing; span 2: late',
      },
    });
  });
});
