import { ANNOTATION_TARGETS } from '#contracts/annotations/annotation-kind.ts';
import {
  NUMBERED_KINDS,
  type CopiedAnnotation,
  type CopiedItems,
  type CopiedKind,
  type CopiedSpan,
  type CopyPage,
  type LastNumbers,
  type SpanCopyCounts,
  type SpanCopySource,
} from '#core/ports/span-copy.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import { revisionFrom } from '../annotations/annotation-finder.ts';
import { waitingItems, itemSize } from '../annotations/waiting-annotations.ts';
import { ClickHouse, type ClickHouseOptions } from '../client/clickhouse.ts';
import type { Cells } from '../client/row-reader.ts';
import { Conditions } from '../client/statement.ts';
import { payloadsByNumber } from '../read/span-finder.ts';
import { traceFacts } from '../read/trace-facts.ts';
import { openSchema } from '../schema/open-schema.ts';
import { asBytes, asNano, asNumber, asNumberOrNull, asText } from '../schema/stored-span.ts';
import { readingMark } from '../upkeep/span-rereader.ts';
import { numbersInUse } from '../write/numbers.ts';
import { allProjects } from '../write/projects.ts';
import { clickHouseCounts, COPY_READ_SECONDS_MAX } from './clickhouse-counts.ts';

type Page<Kind extends CopiedKind> = CopyPage<CopiedItems[Kind]>;
type Pages = {
  [Kind in CopiedKind]: (mark: string | null, limit: number) => Promise<Page<Kind>>;
};

/** Changes with every row that is written, whether or not it is merged. */
const FINGERPRINTS = [
  'SELECT count() AS found, sum(cityHash64(number, version)) AS hash FROM spans FINAL',
  'SELECT count() AS found, sum(cityHash64(id, revision)) AS hash FROM annotations FINAL',
  'SELECT count() AS found, sum(cityHash64(id, version)) AS hash FROM projects FINAL',
  'SELECT count() AS found, sum(id) AS hash FROM waiting_annotations FINAL',
  'SELECT count() AS found, sum(event_number) AS hash FROM waiting_events FINAL',
];

/** The greatest numbers that servers took elsewhere, by kind. */
type NumbersTaken = () => Promise<ReadonlyMap<string, number>>;

/** Reads all of a ClickHouse database, spans in the order of their numbers. */
export class ClickHouseCopySource implements SpanCopySource {
  readonly name: string;
  readonly #db: ClickHouse;
  readonly #taken: NumbersTaken;
  readonly #pages: Pages = {
    projects: async () => ({ items: await allProjects(this.#db), next: null }),
    spans: (mark, limit) => this.#spans(Number(mark ?? 0), limit),
    annotations: (mark, limit) => this.#annotations(mark, limit),
    waitingAnnotations: (mark, limit) => this.#waitingAnnotations(Number(mark ?? 0), limit),
    waitingEvents: (mark, limit) => this.#waitingEvents(Number(mark ?? 0), limit),
  };

  private constructor(name: string, db: ClickHouse, taken: NumbersTaken) {
    this.name = name;
    this.#db = db;
    this.#taken = taken;
  }

  static async open(
    options: ClickHouseOptions & { readonly cluster: string | null },
    taken: NumbersTaken = async () => new Map(),
  ): Promise<ClickHouseCopySource> {
    const db = await ClickHouse.connect({ ...options, readSecondsMax: COPY_READ_SECONDS_MAX });
    try {
      await openSchema(db, options.cluster);
      return new ClickHouseCopySource(
        `database '${options.database}' of ClickHouse at ${options.url}`,
        db,
        taken,
      );
    } catch (error) {
      await db.close();
      throw error;
    }
  }

  async fingerprint(): Promise<string> {
    const found: unknown[] = [];
    for (const sql of FINGERPRINTS) {
      const [cells] = await this.#db.rows(sql);
      found.push([cells?.['found'], cells?.['hash']]);
    }
    return JSON.stringify(found);
  }

  counts(): Promise<SpanCopyCounts> {
    return clickHouseCounts(this.#db);
  }

  page<Kind extends CopiedKind>(
    kind: Kind,
    mark: string | null,
    limit: number,
  ): Promise<CopyPage<CopiedItems[Kind]>> {
    return this.#pages[kind](mark, limit);
  }

  /** The greatest of what is stored, and of what was taken from either source of numbers. */
  async lastNumbers(): Promise<LastNumbers> {
    const found = new Map(await this.#taken());
    const raise = (kind: string, number: number): void => {
      found.set(kind, Math.max(found.get(kind) ?? 0, number));
    };
    const rows = await this.#db.rows(
      'SELECT kind, max(taken_up_to) AS taken FROM numbers GROUP BY kind',
    );
    for (const cells of rows) raise(asText(cells, 'kind'), asNumber(cells, 'taken'));
    for (const [kind, number] of await numbersInUse(this.#db)) raise(kind, number);
    // as: an entry for each kind.
    return Object.fromEntries(
      NUMBERED_KINDS.map((kind) => [kind, found.get(kind) ?? 0]),
    ) as LastNumbers;
  }

  async readingVersion(): Promise<number> {
    return (await readingMark(this.#db)) ?? READING_VERSION;
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  async #spans(after: number, limit: number): Promise<Page<'spans'>> {
    const conditions = new Conditions();
    conditions.add(`number > ${conditions.bind(after, 'UInt64')}`);
    // Revisions come more than once: to find distinct numbers, the engine would read all that are left.
    const sql = `SELECT number FROM spans_by_number WHERE ${conditions.where} ORDER BY number LIMIT ${limit}`;
    const rows = await this.#db.rows(sql, conditions.params);
    const numbers = [...new Set(rows.map((cells) => asNumber(cells, 'number')))];
    const payloads = await payloadsByNumber(this.#db, numbers);
    const found = numbers.flatMap((number) => payloads.get(number) ?? []);
    const facts = await traceFacts(this.#db, [...new Set(found.map(({ row }) => row.traceId))]);
    const items = found.map((payload): CopiedSpan => ({
      ...payload,
      sessionNumber: facts.get(payload.row.traceId)?.sessionNumber ?? null,
    }));
    const last = numbers.at(-1);
    return { items, next: last === undefined ? null : String(last) };
  }

  /** In the order of the table: the revisions of an annotation lie beside each other. */
  async #annotations(mark: string | null, limit: number): Promise<Page<'annotations'>> {
    const conditions = new Conditions();
    if (mark !== null) {
      // as: made of a place below.
      const [target = 0, subject = 0, id = 0] = JSON.parse(mark) as number[];
      conditions.add(
        `(target, target_number, id) > (${conditions.bind(target, 'UInt8')}, ${conditions.bind(subject, 'UInt64')}, ${conditions.bind(id, 'UInt64')})`,
      );
    }
    const places = `SELECT target, target_number, id FROM annotations WHERE ${conditions.where} ORDER BY target, target_number, id LIMIT ${limit}`;
    const rows = await this.#db.rows(
      `SELECT * FROM annotations FINAL WHERE (target, target_number, id) IN (${places}) ORDER BY target, target_number, id, revision`,
      conditions.params,
    );
    const items = [...Map.groupBy(rows, (cells) => asNumber(cells, 'id')).values()].map(
      annotationOf,
    );
    const last = rows.at(-1);
    return {
      items,
      next:
        last === undefined
          ? null
          : JSON.stringify(['target', 'target_number', 'id'].map((name) => asNumber(last, name))),
    };
  }

  async #waitingAnnotations(after: number, limit: number): Promise<Page<'waitingAnnotations'>> {
    const conditions = new Conditions();
    conditions.add(`id > ${conditions.bind(after, 'UInt64')}`);
    const found = await waitingItems(this.#db, conditions, limit);
    const items = found.map(({ item, rules, allowedProjectIds }) => ({
      item,
      rules,
      allowedProjectIds: allowedProjectIds ?? null,
      bytes: itemSize(item),
    }));
    const last = items.at(-1)?.item.id;
    return { items, next: last === undefined ? null : String(last) };
  }

  async #waitingEvents(after: number, limit: number): Promise<Page<'waitingEvents'>> {
    const conditions = new Conditions();
    conditions.add(`event_number > ${conditions.bind(after, 'UInt64')}`);
    const sql = `SELECT event_number, trace_id, span_id, received_at, allowed, event FROM waiting_events FINAL WHERE ${conditions.where} ORDER BY event_number LIMIT ${limit}`;
    const rows = await this.#db.rows(sql, conditions.params, { raw: ['event'] });
    const items = rows.map((cells) => ({
      number: asNumber(cells, 'event_number'),
      traceId: asText(cells, 'trace_id'),
      spanId: asText(cells, 'span_id'),
      receivedAtUnixNano: asNano(cells, 'received_at'),
      allowedProjects: asText(cells, 'allowed') || null,
      bytes: asBytes(cells, 'event'),
    }));
    const last = items.at(-1)?.number;
    return { items, next: last === undefined ? null : String(last) };
  }
}

function annotationOf(revisions: readonly Cells[]): CopiedAnnotation {
  const [cells = {}] = revisions;
  return {
    id: asNumber(cells, 'id'),
    targetNumber: asNumber(cells, 'target_number'),
    key: {
      target: ANNOTATION_TARGETS[asNumber(cells, 'target')] ?? 'span',
      targetId: asText(cells, 'target_id'),
      position: asNumberOrNull(cells, 'position'),
      name: asText(cells, 'name'),
      identifier: asText(cells, 'identifier'),
    },
    revisions: revisions.map(revisionFrom),
  };
}
