import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { DatasetRow } from './dataset-row.ts';
import { exampleNumber, RowMatching, type EarlierExample } from './match-rows.ts';
import { NumberSet } from './number-set.ts';

interface Known {
  readonly id: number;
  readonly externalId: string | null;
  readonly hash: string | null;
}
const row = (line: number, hash: string, exampleId: string | null = null): DatasetRow => ({
  line,
  hash,
  exampleId,
  input: '{}',
  output: '{}',
  metadata: '{}',
  splits: [],
  spanId: null,
});
const gid = (id: number): string => encodeGlobalId('DatasetExample', id);

/** Plans rows in batches, with look-ups as a store would make them. */
function planned(known: readonly Known[], rows: readonly DatasetRow[], batchSize: number) {
  const all = new Map(known.map((example) => [example.id, example]));
  const earlierMax = Math.max(0, ...known.map((example) => example.id));
  let last = earlierMax;
  const matching = new RowMatching(() => ++last);
  const plans: string[] = [];
  for (let at = 0; at < rows.length; at += batchSize) {
    const batch = rows.slice(at, at + batchSize);
    const byRef = new Map<string, EarlierExample>();
    const byHash = new Map<string, number[]>();
    for (const { exampleId, hash } of batch) {
      const number = exampleId === null ? null : exampleNumber(exampleId);
      const found =
        number === null
          ? [...all.values()].find((one) => one.externalId === exampleId)
          : known.find((one) => one.id === number);
      if (exampleId !== null && found !== undefined)
        byRef.set(exampleId, { exampleId: found.id, hash: found.hash });
      byHash.set(
        hash,
        known.filter((one) => one.hash === hash && matching.leftOver(one.id)).map((one) => one.id),
      );
    }
    for (const plan of matching.plan(batch, { byRef, byHash })) {
      plans.push(plan.kind === 'create' ? 'create' : `${plan.kind} ${plan.exampleId}`);
      if (plan.kind === 'create')
        all.set(plan.exampleId, {
          id: plan.exampleId,
          externalId: plan.row.exampleId,
          hash: plan.row.hash,
        });
    }
  }
  return {
    plans,
    leftOver: known
      .filter((one) => one.hash !== null && matching.leftOver(one.id))
      .map((one) => one.id),
  };
}

const THREE: readonly Known[] = [
  { id: 1, externalId: null, hash: 'aa' },
  { id: 2, externalId: 'x', hash: 'aa' },
  { id: 3, externalId: 'gone', hash: null },
];

describe('matching rows', () => {
  it.each([
    ['equal content is the same example', [row(1, 'aa')], ['same 1'], [2]],
    [
      'each earlier example is matched by content once',
      [row(1, 'aa'), row(2, 'aa'), row(3, 'aa')],
      ['same 1', 'same 2', 'create'],
      [],
    ],
    ['new content under an id is a patch', [row(1, 'bb', 'x')], ['patch 2'], [1]],
    ['equal content under its id is the same', [row(1, 'aa', 'x')], ['same 2'], [1]],
    [
      'an example that its id took is not matched by content',
      [row(1, 'aa', 'x'), row(2, 'aa'), row(3, 'aa')],
      ['same 2', 'same 1', 'create'],
      [],
    ],
    ['an id never falls back to content', [row(1, 'aa', 'new')], ['create'], [1, 2]],
    ['a Global ID names an example', [row(1, 'cc', gid(1))], ['patch 1'], [2]],
    ['the id of a deleted example revives it', [row(1, 'aa', 'gone')], ['revive 3'], [1, 2]],
    [
      'the Global ID of anything else is an id like any other',
      [row(1, 'aa', encodeGlobalId('Dataset', 1))],
      ['create'],
      [1, 2],
    ],
    ['nothing leaves all over', [], [], [1, 2]],
  ])('%s', (_what, rows, plans, leftOver) => {
    for (const batchSize of [1, 10])
      expect(planned(THREE, rows, batchSize)).toEqual({ plans, leftOver });
  });

  it.each([
    [
      'an id that two rows have',
      [row(1, 'aa', 'x'), row(2, 'bb', 'x')],
      /^Row 2: the example id 'x' is on another row too/,
    ],
    [
      'a new id that two rows have',
      [row(1, 'aa', 'n'), row(2, 'bb', 'n')],
      /^Row 2: the example id 'n' is on another row too/,
    ],
    [
      'an id and the Global ID of one example',
      [row(1, 'aa', 'x'), row(2, 'bb', gid(2))],
      /^Row 2: .* is on another row too/,
    ],
    [
      'a revived id that two rows have',
      [row(1, 'aa', 'gone'), row(2, 'bb', 'gone')],
      /^Row 2: .* is on another row too/,
    ],
    [
      'a Global ID of no example',
      [row(7, 'aa', gid(99))],
      /^Row 7: the example id '.*' is a Global ID, but names no example/,
    ],
    [
      'the Global ID of a deleted example',
      [row(7, 'aa', gid(3))],
      /names no example of the newest version/,
    ],
  ])('refuses %s', (_what, rows, message) => {
    for (const batchSize of [1, 10]) expect(() => planned(THREE, rows, batchSize)).toThrow(message);
  });

  it('agrees with a model that sees everything at once, whatever the batches', () => {
    const hash = fc.constantFrom('aa', 'bb', 'cc');
    const known = fc
      .array(fc.record({ external: fc.boolean(), hash: fc.option(hash) }), { maxLength: 8 })
      .map((list) =>
        list.map((one, index): Known => ({
          id: index + 1,
          externalId: one.external ? `e${index}` : null,
          hash: one.hash,
        })),
      );
    const refs = fc.constantFrom(
      null,
      null,
      null,
      'e0',
      'e1',
      'e2',
      'n1',
      'n2',
      gid(1),
      gid(4),
      gid(50),
    );
    const rows = fc
      .array(fc.record({ hash, ref: refs }), { maxLength: 10 })
      .map((list) => list.map((one, index) => row(index + 1, one.hash, one.ref)));
    fc.assert(
      fc.property(known, rows, fc.integer({ min: 1, max: 4 }), (earlier, incoming, batchSize) => {
        expect(outcome(() => planned(earlier, incoming, batchSize))).toEqual(
          outcome(() => model(earlier, incoming)),
        );
      }),
    );
  });
});

/** A reference implementation of the rules: everything in memory, one row after the other. */
function model(known: readonly Known[], rows: readonly DatasetRow[]) {
  const matched = new Set<number>();
  const named = new Set<number | string>();
  const plans = rows.map(({ hash, exampleId }) => {
    if (exampleId === null) {
      const found = known.find((one) => one.hash === hash && !matched.has(one.id));
      if (found === undefined) return 'create';
      matched.add(found.id);
      return `same ${found.id}`;
    }
    const number = exampleNumber(exampleId);
    const found = known.find((one) =>
      number === null ? one.externalId === exampleId : one.id === number,
    );
    const name = found?.id ?? exampleId;
    if (number !== null && (found === undefined || (found.hash === null && !named.has(name))))
      throw new Error('unknown');
    if (named.has(name)) throw new Error('twice');
    named.add(name);
    if (found === undefined) return 'create';
    if (found.hash === null) return `revive ${found.id}`;
    matched.add(found.id);
    return `${found.hash === hash ? 'same' : 'patch'} ${found.id}`;
  });
  return {
    plans,
    leftOver: known.filter((one) => one.hash !== null && !matched.has(one.id)).map((one) => one.id),
  };
}

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return /twice|another row/.test(message) ? 'twice' : 'unknown';
  }
}

describe('a set of numbers', () => {
  it('holds what was added', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 ** 40 })),
        fc.array(fc.integer({ min: 0, max: 20_000 })),
        (far, near) => {
          const set = new NumberSet();
          const plain = new Set<number>();
          for (const value of [...far, ...near, ...near]) {
            expect(set.add(value)).toBe(!plain.has(value));
            plain.add(value);
          }
          expect(set.size).toBe(plain.size);
          for (const value of [...plain, 7, 31, 32, 4096])
            expect(set.has(value)).toBe(plain.has(value));
        },
      ),
    );
  });
});
