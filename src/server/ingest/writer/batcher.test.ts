import { describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import { commitGroup, type PreparedRequest } from './batcher.ts';

function request(id: number, projectName: string | null = null): PreparedRequest {
  return {
    id,
    limitedTo: null,
    projectName,
    signal: 'traces',
    events: [],
    records: [],
    positions: null,
    refused: [],
    warnings: [],
    bytes: 0,
  };
}

/** A writer that says what the test wants; nothing of a store is imitated but its contract. */
function writer(write: (batches: readonly SpanBatch[]) => readonly WriteOutcome[]): { writer: SpanWriter; calls: number[] } {
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
const stored = (count: number): WriteOutcome => ({ stored: count, duplicates: 0, refused: [], projectIds: [1] });

describe('commitGroup', () => {
  it('writes the group at once and answers each request with its own outcome', async () => {
    const store = writer((batches) => batches.map((_batch, index) => stored(index)));
    const answers = await commitGroup(store.writer, [request(7), request(8), request(9)]);
    expect(store.calls).toEqual([3]);
    expect(answers).toMatchObject([
      { id: 7, outcome: { stored: 0 } },
      { id: 8, outcome: { stored: 1 } },
      { id: 9, outcome: { stored: 2 } },
    ]);
  });

  it('refuses only the request at fault when one of them breaks the group', async () => {
    const store = writer((batches) => {
      if (batches.some(({ projectName }) => projectName === 'poison')) throw new Error('cannot be');
      return batches.map(() => stored(1));
    });
    const answers = await commitGroup(store.writer, [request(1), request(2, 'poison'), request(3)]);
    expect(store.calls).toEqual([3, 1, 1, 1]);
    expect(answers).toMatchObject([
      { id: 1, outcome: { stored: 1 } },
      { id: 2, error: { message: 'cannot be' } },
      { id: 3, outcome: { stored: 1 } },
    ]);
  });

  it.each(['unavailable', 'storage_full'] as const)('fails all requests alike when the store is %s, without trying each', async (code) => {
    const store = writer(() => {
      throw new AppError(code, 'full');
    });
    const answers = await commitGroup(store.writer, [request(1), request(2)]);
    expect(store.calls).toEqual([2]);
    expect(answers).toMatchObject([
      { id: 1, error: { code } },
      { id: 2, error: { code } },
    ]);
  });

  it('names refused spans by their place in the request, wherever they were refused', async () => {
    const store = writer(() => [{ stored: 1, duplicates: 0, refused: [{ index: 1, reason: 'late' }], projectIds: [] }]);
    const [answer] = await commitGroup(store.writer, [
      { ...request(1), records: twoRecords, positions: [0, 2], refused: [{ index: 1, reason: 'trace_id is missing' }] },
    ]);
    expect(answer).toMatchObject({
      outcome: { refused: 2, message: '2 of 3 spans were not stored: span 1: trace_id is missing; span 2: late' },
    });
  });
});
