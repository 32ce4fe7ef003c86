import type Database from 'better-sqlite3';
import type { SpanKind } from '#contracts/spans/span-kind.ts';
import { isCalled } from '#core/cost/token-price.ts';
import { REPEAT, type Repeat } from '#core/trace/repeated-call.ts';
import type { SqlValue } from '../both/columns.ts';
import { RecentMap } from '../both/recent-map.ts';
import { Rollup, ROLLUP_LEVELS, slotOf } from './rollup.ts';
import { modelsText, rollupFromCells, type RollupCells } from './rollup-codec.ts';

/** The contribution of a stored (or, with sign -1, deleted) span to the figures. */
export interface SpanFigures {
  readonly projectId: number;
  readonly startTime: bigint;
  readonly durationNano: number;
  readonly isRoot: boolean;
  readonly isError: boolean;
  readonly kind: SpanKind;
  readonly modelName: string | null;
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly costUsd: number | null;
  readonly repeats: Repeat;
  readonly firstTokenNano: number | null;
}

/**
 * Keeps the figures per project and minute (and hour) in the transaction of the spans they are
 * about, so a dashboard never scans spans.
 */
export class RollupWriter {
  readonly #load: Database.Statement<[number, number, number], RollupCells>;
  readonly #store: Database.Statement<SqlValue[]>;
  readonly #drop: Database.Statement<[number, number, number]>;
  /** Minute by minute changes of the running transaction, by `project:slot`. */
  readonly #changes = new Map<string, { projectId: number; slot: number; delta: Rollup }>();
  #last: { projectId: number; slot: number; delta: Rollup } | null = null;
  /** The rows written lately, decoded: nearly every transaction changes the same few. */
  readonly #recent = new RecentMap<string, Rollup>(256);

  readonly #onHourEmpty: (projectId: number, hour: number) => void;

  constructor(db: Database.Database, onHourEmpty: (projectId: number, hour: number) => void) {
    this.#onHourEmpty = onHourEmpty;
    this.#load = db.prepare(
      'SELECT spans, traces, errors, latency, models, first_token FROM rollups WHERE project_id = ? AND level = ? AND slot = ?',
    );
    this.#store = db.prepare(
      'INSERT OR REPLACE INTO rollups (project_id, level, slot, spans, traces, errors, latency, models, first_token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#drop = db.prepare('DELETE FROM rollups WHERE project_id = ? AND level = ? AND slot = ?');
  }

  addSpan(span: SpanFigures, sign: 1 | -1): void {
    const delta = this.#at(span.projectId, slotOf(span.startTime, 0));
    delta.spans += sign;
    if (span.isError) delta.errors += sign;
    // Without a duration nothing is known of its latency: most often its end was never sent.
    if (span.isRoot && span.durationNano !== 0) delta.latency.add(span.durationNano, sign);
    addUsage(delta, span, sign);
  }

  /** A counted span reads differently now: its place, times and rootness stay. */
  changeSpan(before: SpanFigures, after: SpanFigures): void {
    const delta = this.#at(after.projectId, slotOf(after.startTime, 0));
    delta.errors += Number(after.isError) - Number(before.isError);
    addUsage(delta, before, -1);
    addUsage(delta, after, 1);
  }

  /** Counts a trace in the minute of its start. */
  addTrace(projectId: number, startTime: bigint, sign: 1 | -1): void {
    this.#at(projectId, slotOf(startTime, 0)).traces += sign;
  }

  flush(): void {
    const perHour = ROLLUP_LEVELS[1].nanos / ROLLUP_LEVELS[0].nanos;
    const hours = new Map<string, { projectId: number; slot: number; delta: Rollup }>();
    for (const { projectId, slot, delta } of this.#changes.values()) {
      this.#apply(projectId, 0, slot, delta);
      const hour = Math.floor(slot / perHour);
      const key = `${projectId}:${hour}`;
      const sum = hours.get(key);
      if (sum === undefined) hours.set(key, { projectId, slot: hour, delta });
      else sum.delta.addChanges(delta);
    }
    for (const { projectId, slot, delta } of hours.values()) this.#apply(projectId, 1, slot, delta);
    this.#changes.clear();
    this.#last = null;
  }

  #at(projectId: number, slot: number): Rollup {
    if (this.#last?.slot === slot && this.#last.projectId === projectId) return this.#last.delta;
    const key = `${projectId}:${slot}`;
    let change = this.#changes.get(key);
    if (change === undefined) {
      change = { projectId, slot, delta: new Rollup() };
      this.#changes.set(key, change);
    }
    this.#last = change;
    return change.delta;
  }

  #apply(projectId: number, level: 0 | 1, slot: number, delta: Rollup): void {
    const key = `${projectId}:${level}:${slot}`;
    let rollup = this.#recent.get(key);
    if (rollup === undefined) {
      const cells = this.#load.get(projectId, level, slot);
      rollup = cells === undefined ? new Rollup() : rollupFromCells(cells);
      this.#recent.set(key, rollup);
    }
    rollup.merge(delta);
    rollup.tidyModels();
    if (rollup.spans <= 0 && rollup.traces <= 0) {
      this.#drop.run(projectId, level, slot);
      this.#recent.delete(key);
      if (level === 1) this.#onHourEmpty(projectId, slot);
      return;
    }
    const { spans, traces, errors, latency, firstToken } = rollup;
    this.#store.run(
      projectId,
      level,
      slot,
      spans,
      traces,
      errors,
      latency.encode(),
      modelsText(rollup),
      firstToken.encode(),
    );
  }
}

/**
 * Tokens and times to the first token count on LLM spans only, costs on embeddings too; a call that
 * the parent reports too counts there.
 */
function addUsage(delta: Rollup, span: SpanFigures, sign: 1 | -1): void {
  if (span.kind === 'LLM' && span.firstTokenNano !== null)
    delta.firstToken.add(span.firstTokenNano, sign);
  if (!isCalled(span.kind) || span.repeats === REPEAT.all) return;
  const hasTokens = span.kind === 'LLM' && span.repeats === REPEAT.none;
  if (!hasTokens && span.costUsd === null) return;
  delta.addModel(span.modelName ?? '', {
    prompt: hasTokens ? sign * (span.prompt ?? 0) : 0,
    completion: hasTokens ? sign * (span.completion ?? 0) : 0,
    costUsd: sign * (span.costUsd ?? 0),
  });
}
