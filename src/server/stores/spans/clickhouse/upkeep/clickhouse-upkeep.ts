import type { Settled, Upkeep } from '#core/ports/upkeep.ts';
import { applyAllWaiting } from '../annotations/waiting-annotations.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions } from '../client/statement.ts';
import { asNumber, asText, type StoredSpan } from '../schema/stored-span.ts';
import { PLACE } from '../schema/tables.ts';
import { nowNano } from '../write/projects.ts';
import { wholeSpans } from '../write/span-table.ts';
import {
  countWaitingEvents,
  forgetEvents,
  joined,
  waitingEventsOf,
  type WaitingEvent,
} from '../write/waiting-events.ts';
import type { WriteContext } from '../write/write-context.ts';
import { reread } from './rereading.ts';
import { ClickHouseSpanEraser } from './span-eraser.ts';
import { TraceHealer } from './trace-healer.ts';

const EVENT_WAIT_NANO = 3_600_000_000_000n;
/** Tables whose rows are deleted. */
const MASKED = [
  'spans',
  'traces_by_id',
  'annotations',
  'waiting_annotations',
  'waiting_events',
] as const;

const APPLY_MASKS = 'APPLY DELETED MASK';

/** Hears what becomes of events that wait for their spans. */
export interface EventWatch {
  /** Spans of these projects have got their events. */
  readonly merged: (projectIds: readonly number[], spans: number) => void;
  readonly gaveUp: (events: number, why: 'no_span') => void;
}

/** Gives stored spans the events that came after them, and takes what was deleted from the disk. */
export class ClickHouseUpkeep implements Upkeep {
  readonly #context: WriteContext;
  readonly #events: EventWatch | null;
  readonly #eraser: ClickHouseSpanEraser;
  readonly #healer: TraceHealer;
  /** The engine takes from the disk what masks hide, as this server asked it to. */
  #isApplying = false;

  constructor(context: WriteContext, events: EventWatch | null) {
    this.#context = context;
    this.#events = events;
    this.#eraser = new ClickHouseSpanEraser(context);
    this.#healer = new TraceHealer(context);
  }

  async settle(what: 'deletes' | 'all'): Promise<Settled> {
    const { db, pending, serial } = this.#context;
    if (this.#isApplying) this.#isApplying = await isApplyingMasks(db);
    if ((pending.hasMasks && !this.#isApplying) || what === 'all')
      // While another server settles, there is nothing to do for this one.
      await serial.runIfFree(() => this.#settle(what));
    return this.#isApplying ? 'waiting' : 'done';
  }

  async #settle(what: 'deletes' | 'all'): Promise<void> {
    const { db, pending, spans } = this.#context;
    if (pending.hasMasks && !this.#isApplying) {
      // Deleted rows are hidden by a mask until their parts are written anew, which may take hours:
      // changes that people make don't wait for it.
      for (const table of MASKED)
        await db.command(`ALTER TABLE ${table} ${APPLY_MASKS} SETTINGS mutations_sync = 0`);
      pending.hasMasks = false;
      this.#isApplying = true;
    }
    if (what === 'deletes') return;
    if ((await countWaitingEvents(db)) > 0) await spans.run(() => this.#settleEvents());
    await this.#healer.heal();
    if (pending.hasLeftWaiting) await this.#applyLeft();
    if (pending.hasDeadProjects) {
      await this.#eraser.purgeDeadProjects();
      pending.hasDeadProjects = false;
    }
  }

  async #applyLeft(): Promise<void> {
    const { pending } = this.#context;
    pending.hasLeftWaiting = false;
    try {
      await applyAllWaiting(this.#context);
    } catch (error) {
      pending.hasLeftWaiting = true;
      throw error;
    }
  }

  /** Those of stored spans first: upkeep may come late. */
  async #settleEvents(): Promise<void> {
    await this.#joinStored();
    await this.#giveUpLate();
  }

  async #giveUpLate(): Promise<void> {
    const { db } = this.#context;
    const conditions = new Conditions();
    conditions.add(`received_at < ${conditions.bind(nowNano() - EVENT_WAIT_NANO, 'Int64')}`);
    const [late] = await db.rows(
      `SELECT count() AS events FROM waiting_events WHERE ${conditions.where}`,
      conditions.params,
    );
    if (late !== undefined && asNumber(late, 'events') > 0) {
      await db.command(`DELETE FROM waiting_events WHERE ${conditions.where}`, conditions.params);
      this.#events?.gaveUp(asNumber(late, 'events'), 'no_span');
    }
  }

  async #joinStored(): Promise<void> {
    const { db } = this.#context;
    const places = `SELECT ${PLACE}, span_id FROM spans_by_id WHERE span_id IN (SELECT span_id FROM waiting_events)`;
    const stored = await db.rows(
      `SELECT number, trace_id, span_id FROM spans FINAL WHERE (${PLACE}, span_id) IN (${places})`,
    );
    const numbers = new Map(
      stored.map((cells) => [
        asText(cells, 'trace_id') + asText(cells, 'span_id'),
        asNumber(cells, 'number'),
      ]),
    );
    const events = (await waitingEventsOf(db)).filter(({ traceId, spanId }) =>
      numbers.has(traceId + spanId),
    );
    if (events.length > 0)
      await this.#join(events, [
        ...new Set(events.map((event) => numbers.get(event.traceId + event.spanId) ?? 0)),
      ]);
  }

  async #join(events: readonly WaitingEvent[], numbers: readonly number[]): Promise<void> {
    const { db, readSpans } = this.#context;
    const ofSpan = Map.groupBy(events, ({ traceId, spanId }) => traceId + spanId);
    const grown = new Map<number, Uint8Array>();
    const spans: StoredSpan[] = [];
    for (const span of await wholeSpans(db, numbers)) {
      const next = joined(span, ofSpan.get(span.traceId + span.spanId) ?? [], readSpans);
      if (next === null) continue;
      grown.set(span.number, next.bytes);
      spans.push(span);
    }
    await reread(
      this.#context,
      spans,
      { what: 'all', isTrial: false },
      (span) => grown.get(span.number) ?? span.bytes,
    );
    await forgetEvents(
      db,
      events.map(({ number }) => number),
    );
    if (spans.length > 0)
      this.#events?.merged([...new Set(spans.map(({ project }) => project))], spans.length);
  }
}

async function isApplyingMasks(db: ClickHouse): Promise<boolean> {
  const [found] = await db.rows(
    `SELECT count() AS running FROM system.mutations WHERE database = currentDatabase() AND NOT is_done AND command LIKE '%${APPLY_MASKS}%'`,
  );
  return found !== undefined && asNumber(found, 'running') > 0;
}
