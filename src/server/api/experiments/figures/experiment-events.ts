import type { ExperimentEvent } from '#contracts/experiments/experiment-figures.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import {
  experimentIdsOf,
  experimentProgress,
  type ExperimentProgress,
} from '#server/stores/meta/experiments/experiment-events.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ExperimentFeed } from '#server/api/kit/experiments/experiment-feed.ts';

/** Events of an experiment are at least this far apart: what happens in between becomes one. */
const PAUSE_MS = 200;
const READ_AT_ONCE = 500;
/** After a failure of the database. */
const RETRY_MS = 2_000;
/** Experiments whose last state is kept, to tell of them when they are deleted. */
const KNOWN_MAX = 10_000;

/** Called on a change of an experiment of the dataset. */
export type EventListener = (event: ExperimentEvent) => void;

/**
 * Reads the progress of changed experiments, once for all subscribers, and notifies those of their
 * dataset. States: quiet -> waiting (a change arrived, the timer runs; skipped when the last read
 * was long ago) -> reading -> quiet, or waiting again. Without subscribers nothing is read.
 */
export class ExperimentEvents {
  readonly #db: MetaDb;
  readonly #feed: ExperimentFeed;
  readonly #listeners = new Map<EventListener, number>();
  readonly #changed = new Set<number>();
  /** Any experiment may have changed. */
  #isAnyChanged = false;
  /** The row of a deleted experiment may be gone before it is read. */
  readonly #known = new Map<number, ExperimentProgress>();
  #unsubscribe: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isReading = false;
  #nextReadAt = 0;

  constructor(db: MetaDb, feed: ExperimentFeed) {
    this.#db = db;
    this.#feed = feed;
  }

  /** Calls back for each change of an experiment of the dataset; the returned function ends it. */
  follow(datasetId: number, listener: EventListener): () => void {
    this.#listeners.set(listener, datasetId);
    this.#unsubscribe ??= this.#feed.follow((experimentId) => {
      if (experimentId === null) this.#isAnyChanged = true;
      else this.#changed.add(experimentId);
      this.#wait();
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#rest();
    };
  }

  #rest(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#changed.clear();
    this.#isAnyChanged = false;
    this.#known.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(): void {
    if (this.#isReading) return;
    this.#timer ??= setTimeout(
      () => void this.#read(),
      Math.max(0, this.#nextReadAt - performance.now()),
    );
  }

  async #read(): Promise<void> {
    this.#timer = null;
    this.#isReading = true;
    const isAny = this.#isAnyChanged;
    let ids = [...this.#changed];
    this.#changed.clear();
    this.#isAnyChanged = false;
    let pauseMs = PAUSE_MS;
    try {
      if (isAny) ids = await this.#all(ids);
      for (let from = 0; from < ids.length; from += READ_AT_ONCE)
        await this.#readSome(ids.slice(from, from + READ_AT_ONCE));
    } catch {
      // The metadata database doesn't answer: the read is repeated later.
      for (const id of ids) this.#changed.add(id);
      this.#isAnyChanged ||= isAny;
      pauseMs = RETRY_MS;
    }
    this.#isReading = false;
    this.#nextReadAt = performance.now() + pauseMs;
    const isChanged = this.#changed.size > 0 || this.#isAnyChanged;
    if (isChanged && this.#listeners.size > 0) this.#wait();
  }

  /** Those that changed, those that were read before, and those of the datasets that are followed. */
  async #all(changed: readonly number[]): Promise<number[]> {
    const datasets = [...new Set(this.#listeners.values())];
    const found = await experimentIdsOf(this.#db, datasets, KNOWN_MAX);
    return [...new Set([...changed, ...this.#known.keys(), ...found])];
  }

  async #readSome(ids: readonly number[]): Promise<void> {
    const rows = new Map((await experimentProgress(this.#db, ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const known = this.#known.get(id);
      const row =
        rows.get(id) ?? (known === undefined ? undefined : { ...known, deleted_at_ms: 0 });
      if (row === undefined) continue;
      this.#known.delete(id);
      if (row.deleted_at_ms === null && this.#known.size < KNOWN_MAX) this.#known.set(id, row);
      this.#tell(row);
    }
  }

  #tell(row: ExperimentProgress): void {
    const event = eventOf(row);
    for (const [listener, datasetId] of this.#listeners)
      if (datasetId === row.dataset_id) listener(event);
  }
}

function eventOf(row: ExperimentProgress): ExperimentEvent {
  const runCount = row.successful_run_count + row.failed_run_count;
  return {
    experiment_id: encodeGlobalId('Experiment', row.id),
    example_count: row.example_count,
    repetitions: row.repetitions,
    successful_run_count: row.successful_run_count,
    failed_run_count: row.failed_run_count,
    missing_run_count: Math.max(0, row.example_count * row.repetitions - runCount),
    change_number: row.change_number,
    is_deleted: row.deleted_at_ms !== null,
  };
}
