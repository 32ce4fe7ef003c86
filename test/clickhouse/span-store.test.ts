import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import type { AnyValue } from '#core/otlp/any-value.ts';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { encodeSpan } from '#core/otlp/encode.ts';
import type { PageAnchor } from '#core/ports/span-store.ts';
import { spanAttributes } from '#server/compose/threads/span-attributes.ts';
import { ClickHouse } from '#server/stores/spans/clickhouse/client/clickhouse.ts';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import { allProjects, putProjects } from '#server/stores/spans/clickhouse/write/projects.ts';
import { annotate, onSpan } from '../conformance/annotation-maker.ts';
import { makeSpan, spanIdOf, traceIdOf } from '../conformance/span-maker.ts';
import { describeSpanStore } from '../conformance/span-store-suite.ts';
import { projectId, settle, UNLIMITED } from '../conformance/store-under-test.ts';
import { ClickHouseEngine, hasEngine } from './clickhouse-engine.ts';

/** Cases that the adapter can't satisfy, each with its reason: none. */
const SKIPS = {};

/** The same text as senders may write it. */
const VALUES: readonly AnyValue[] = [
  { type: 'string', value: 'A Discount of 12 euros, café\u0301s' },
  { type: 'string', value: '{"q":"see\\ndiscount","n":4711,"ok":true}' },
  { type: 'string', value: '{"q":"\\u0064iscoun\\u0074ed: \\u00c9cole"}' },
  { type: 'string', value: '["{\\"deep\\":\\"\\\\u0064iscount\\"}"]' },
  { type: 'string', value: `${'long'.repeat(30)}discount` },
  { type: 'string', value: `{"q":"${'\\u006cong'.repeat(30)}\\u0064iscount"}` },
  { type: 'string', value: 'DI\u0053COUNT \u212Aelvin Straße' },
  { type: 'bytes', value: Buffer.from('discount', 'base64') },
  { type: 'array', value: [{ type: 'string', value: 'line\ndiscount' }] },
  { type: 'kvlist', value: [{ key: 'discount', value: { type: 'string', value: 'x' } }] },
  { type: 'string', value: 'nothing of the kind' },
];
const PARTS = [
  'discount',
  'DISCOUN',
  'scount',
  'iscounted',
  'ndiscount',
  'caf',
  'cafe',
  'kelvin',
  'elvin straß',
  'cole"}',
  'longlongdisc',
  '4711',
  'true',
  'othing of the kin',
  'absent',
];

type Options = Parameters<typeof openClickHouseStore>[0];

/** Opens a store with an empty database, which goes with it. */
async function openWith(
  engine: ClickHouseEngine,
  attributesOf: Options['attributesOf'],
  more: Partial<Options> = {},
) {
  const database = await engine.database();
  const store = await openClickHouseStore({
    url: engine.url,
    database: database.name,
    attributesOf,
    ...more,
  });
  return {
    ...store,
    close: async () => {
      await store.close();
      await database.drop();
    },
  };
}

describe.skipIf(!hasEngine)('on the engine of ClickHouse', () => {
  let engine: ClickHouseEngine;
  beforeAll(async () => {
    engine = await ClickHouseEngine.start();
  });
  afterAll(() => engine.stop());

  describeSpanStore(
    'ClickHouse',
    () => openWith(engine, (bytes) => Buffer.from(bytes).toString('latin1')),
    SKIPS,
  );

  it('lists what holds a text from the nearest spans, page by page', async () => {
    const store = await openWith(engine, spanAttributes, { textsNear: 20 });
    const spans = Array.from({ length: 200 }, (_, span) => span);
    const texts = spans.map((span) => (span % 2 === 0 ? 'even' : span % 50 === 1 ? 'rare' : 'odd'));
    const records = spans.map((span) => makeSpan({ trace: 1, span, text: `it is ${texts[span]}` }));
    await store.writer.write([{ projectName: 'p', records }]);
    const query = { projectId: await projectId(store), sort: 'start_time', limit: 4 } as const;
    for (const word of ['even', 'odd', 'rare'])
      for (const order of ['asc', 'desc'] as const) {
        const wanted = spans.filter((span) => texts[span] === word).map(spanIdOf);
        for (const text of [`search('${word}')`, `'s ${word}' in input.value`]) {
          const filter = compileSpanFilter(text);
          if (filter === null) throw new Error('a filter');
          const found: string[] = [];
          let anchor: PageAnchor | undefined;
          do {
            const from = anchor === undefined ? {} : { anchor };
            const page = await store.reader.spans({ ...query, ...from, order, filter }, UNLIMITED);
            found.push(...page.rows.map(({ spanId }) => spanId));
            anchor = page.next ?? undefined;
          } while (anchor !== undefined && found.length <= spans.length);
          expect(found).toEqual(order === 'asc' ? wanted : wanted.toReversed());
        }
      }
    await store.close();
  });

  it('takes spans whose annotations cannot be applied yet, and applies these later', async () => {
    let isAway = false;
    const store = await openWith(engine, spanAttributes, {
      turns: {
        inTurn: (task) =>
          isAway ? Promise.reject(new AppError('unavailable', 'The engine is away.')) : task(),
        ifFree: (task) => task(),
      },
    });
    await annotate(store, [onSpan(1)], { missing: 'wait' });
    await settle(store);
    isAway = true;
    const records = [makeSpan({ trace: 1, span: 1 })];
    expect(await store.writer.write([{ projectName: 'p', records }])).toMatchObject([
      { stored: 1 },
    ]);
    isAway = false;
    await settle(store);
    const { rows } = await store.annotations.annotations({
      projectId: await projectId(store),
      target: 'span',
      limit: 10,
    });
    expect(rows).toHaveLength(1);
    await store.close();
  });

  it('purges a project whose delete was interrupted', async () => {
    const { name: database, drop } = await engine.database();
    const options = { url: engine.url, database, attributesOf: spanAttributes };
    const before = await openClickHouseStore(options);
    const records = [makeSpan({ trace: 1, span: 1 })];
    await before.writer.write([{ projectName: 'p', records }]);
    await before.writer.write([
      { projectName: 'kept', records: [makeSpan({ trace: 2, span: 2 })] },
    ]);
    const db = await ClickHouse.connect(options);
    const dead = (await allProjects(db)).filter(({ row }) => row.name === 'p');
    await putProjects(
      db,
      dead.map((project) => ({ ...project, version: project.version + 1 })),
      true,
    );
    await before.close();
    const store = await openClickHouseStore(options);
    await settle(store);
    const rows = await db.rows('SELECT lower(hex(span_id)) AS id FROM spans');
    expect(rows).toEqual([{ id: spanIdOf(2) }]);
    expect(await store.reader.findTraces([{ traceId: traceIdOf(1) }])).toEqual([]);
    await store.close();
    await db.close();
    await drop();
  });

  it('finds parts of words in attributes, however they are written', async () => {
    const store = await openWith(engine, spanAttributes);
    const records = VALUES.map((value, span) => ({
      ...makeSpan({ trace: 1, span }),
      bytes: encodeSpan({
        ...BARE_SPAN,
        traceId: traceIdOf(1),
        spanId: spanIdOf(span),
        attributes: [{ key: 'metadata', value }],
      }),
    }));
    await store.writer.write([{ projectName: 'p', records }]);
    const query = { projectId: await projectId(store), sort: 'start_time', order: 'asc' } as const;
    const found: Record<string, number> = {};
    for (const part of PARTS) {
      const filter = compileSpanFilter(`'${part}' in attributes['metadata']`);
      if (filter === null) throw new Error('a filter');
      const [narrowed, all] = await Promise.all(
        [filter, { ...filter, necessary: {} }].map((one) =>
          store.reader.spans({ ...query, limit: 100, filter: one }, UNLIMITED),
        ),
      );
      expect(narrowed?.rows, part).toEqual(all?.rows);
      found[part] = all?.rows.length ?? 0;
    }
    expect(found).toMatchObject({ discount: 9, absent: 0, '4711': 1 });
    await store.close();
  });
});
