import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import type { DatasetUpload, DatasetUploadOutcome } from '#core/dataset/dataset-upload.ts';
import { RowMatching, type EarlierExample, type RowPlan } from '#core/dataset/match-rows.ts';
import { NumberSet } from '#core/dataset/number-set.ts';
import {
  endExamples,
  findByHashes,
  findByRefs,
  splitsOf,
  storeHashes,
  takeBackRows,
  untouchedExamples,
  writeRows,
  type SplitChange,
  type HashQuestion,
} from '#server/stores/meta/datasets/change-rows.queries.ts';
import {
  forgetChange,
  isOpen,
  publishChange,
  type OpenChange,
} from '#server/stores/meta/datasets/change.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { ExampleIds } from './example-ids.ts';
import { changesOfSplits } from './split-changes.ts';

export interface DatasetChangeOptions {
  readonly store: MetaStore;
  readonly upload: DatasetUpload;
  readonly change: OpenChange;
  /** Gives ids to new examples: as many are reserved as a batch has rows. */
  readonly exampleIds: ExampleIds;
  /** Row numbers of spans by their OpenTelemetry ids; ids that no span has are left out. */
  readonly findSpans: (spanIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly now: () => number;
  /** Runs a step of many; waits before it while others need the machine more. */
  readonly step: Step;
  /** Who makes the version; null without authentication. */
  readonly userNumber: number | null;
}

export type Step = <R>(work: () => Promise<R>) => Promise<R>;

const ROWS_PER_STEP = 2_000;

/**
 * A content that at least this many earlier examples share is looked up from where the last look-up
 * ended.
 */
const SHARED_BY_MANY = 16;

/**
 * One change of a dataset. States: open (`add`, once per batch of rows) -> published (`publish`) or
 * rolled back (`takeBack`). Each batch is its own transaction under a version that is not visible
 * yet; publishing is one more. If the process ends in between, the next start rolls the change
 * back.
 */
export class DatasetChange {
  readonly #options: DatasetChangeOptions;
  readonly #matching: RowMatching;
  readonly #contents: ContentLookup;
  readonly #updated = new NumberSet();
  #created = 0;
  #patched = 0;
  #deleted = 0;

  constructor(options: DatasetChangeOptions) {
    this.#options = options;
    const { change, exampleIds, store } = options;
    this.#matching = new RowMatching(() => exampleIds.next());
    this.#contents = new ContentLookup(
      (questions) => findByHashes(store.batch, change, questions),
      (exampleId) => this.#matching.leftOver(exampleId),
    );
  }

  /**
   * Adds at most some thousand rows. Rejects with a `RowError` for an invalid row; the change must
   * then be rolled back.
   */
  async add(rows: readonly DatasetRow[]): Promise<void> {
    const { change, findSpans, now, store } = this.#options;
    const plans = this.#matching.plan(rows, {
      byRef: await this.#byRef(rows),
      byHash: await this.#byHash(rows),
    });
    const spanIds = plans.flatMap(({ kind, row }) =>
      kind === 'create' && row.spanId !== null ? [row.spanId] : [],
    );
    const spanNumbers =
      spanIds.length === 0 ? new Map<string, number>() : await findSpans([...new Set(spanIds)]);
    const splitChanges = await this.#splitChanges(plans);
    await writeRows(store.batch, change, { plans, spanNumbers, splitChanges }, now());
    for (const { kind, exampleId } of plans) {
      if (kind === 'create' || kind === 'revive') this.#created += 1;
      if (kind !== 'patch') continue;
      this.#patched += 1;
      this.#updated.add(exampleId);
    }
    const revived = new Set(
      plans.flatMap(({ kind, exampleId }) => (kind === 'revive' ? [exampleId] : [])),
    );
    for (const { exampleId } of splitChanges)
      if (!revived.has(exampleId)) this.#updated.add(exampleId);
  }

  /**
   * Ends the examples that an `update` omits, and makes the change visible. The outcome includes
   * `leftOutLines`. Rejects with `not_found` when the dataset was deleted meanwhile.
   */
  async publish(jobId: number | null, leftOutLines: number | null): Promise<DatasetUploadOutcome> {
    const { change, now, step, store, upload, userNumber } = this.#options;
    if (upload.action === 'update') await this.#endLeftOver();
    while (await step(() => storeHashes(store.batch, change, ROWS_PER_STEP)));
    const tally = {
      created: this.#created,
      patched: this.#patched,
      updated: this.#updated.size,
      deleted: this.#deleted,
      leftOutLines,
    };
    return publishChange(store.db, change, tally, { nowMs: now(), jobId, userNumber });
  }

  get #isNew(): boolean {
    return this.#options.change.previousVersionId === null;
  }

  async #byRef(rows: readonly DatasetRow[]): Promise<ReadonlyMap<string, EarlierExample>> {
    const refs = rows.flatMap((row) => (row.exampleId === null ? [] : [row.exampleId]));
    return refs.length === 0
      ? new Map()
      : findByRefs(this.#options.store.batch, this.#options.change, refs);
  }

  /**
   * For each content, as many unmatched earlier examples as the batch could need: its rows, and
   * those that ids may take away before.
   */
  async #byHash(rows: readonly DatasetRow[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const wanted = new Map<string, number>();
    const byId = rows.filter((row) => row.exampleId !== null).length;
    for (const row of rows)
      if (row.exampleId === null) wanted.set(row.hash, (wanted.get(row.hash) ?? byId) + 1);
    return this.#isNew ? new Map() : this.#contents.find(wanted);
  }

  /** The split changes of rows for existing examples. */
  async #splitChanges(plans: readonly RowPlan[]): Promise<readonly SplitChange[]> {
    const earlier = plans.filter(({ kind }) => kind !== 'create');
    if (!this.#options.upload.splitsGiven || earlier.length === 0) return [];
    const splits = await splitsOf(
      this.#options.store.batch,
      earlier.map(({ exampleId }) => exampleId),
    );
    return earlier.flatMap(({ exampleId, row }) =>
      changesOfSplits(exampleId, splits.get(exampleId), row.splits),
    );
  }

  async #endLeftOver(): Promise<void> {
    const { change, step, store } = this.#options;
    let afterId: number | null = 0;
    while (afterId !== null) {
      const from: number = afterId;
      afterId = await step(async () => {
        const ids = await untouchedExamples(store.batch, change, from, ROWS_PER_STEP);
        const ended = ids.filter((id) => this.#matching.leftOver(id));
        if (ended.length > 0) await endExamples(store.batch, change, ended);
        this.#deleted += ended.length;
        return ids.length < ROWS_PER_STEP ? null : (ids.at(-1) ?? null);
      });
    }
  }
}

/** Undoes a change; before each step, `isLeft` says whether the rest is left for the next start. */
interface TakeBackOptions extends Pick<DatasetChangeOptions, 'step' | 'store'> {
  readonly isLeft: () => boolean;
}

/**
 * Undoes whatever an open change has written, in small steps. Harmless to repeat, and for a change
 * that was published after all.
 */
export async function takeBack(
  { step, store, isLeft }: TakeBackOptions,
  change: OpenChange,
): Promise<void> {
  if (!(await isOpen(store.db, change))) return;
  let afterId: number | null = 0;
  while (afterId !== null) {
    if (isLeft()) return;
    const from: number = afterId;
    afterId = await step(() => takeBackRows(store.batch, change, from, ROWS_PER_STEP));
  }
  await forgetChange(store.db, change);
}

interface Search {
  readonly wanted: number;
  readonly free: number[];
  afterExampleId: number;
  asked: number;
  walked: number;
}

/** Answers questions with ids of examples, rising, up to the limit of each. */
type AskHashes = (
  questions: readonly HashQuestion[],
) => Promise<ReadonlyMap<string, readonly number[]>>;

/**
 * Finds earlier examples by their content that no row matched yet. Contents are a multiset: where a
 * million rows are equal, walking over all those matched before, batch after batch, would take for
 * ever, so the place to go on is kept for contents that many share.
 */
class ContentLookup {
  readonly #ask: AskHashes;
  readonly #isFree: (exampleId: number) => boolean;
  readonly #resumeAfter = new Map<string, number>();

  constructor(ask: AskHashes, isFree: (exampleId: number) => boolean) {
    this.#ask = ask;
    this.#isFree = isFree;
  }

  /** For each hash as many free examples as are wanted, or all there are. */
  async find(wanted: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, readonly number[]>> {
    const searches = new Map<string, Search>();
    for (const [hash, count] of wanted)
      searches.set(hash, {
        wanted: count,
        free: [],
        afterExampleId: this.#resumeAfter.get(hash) ?? 0,
        asked: count,
        walked: 0,
      });
    const found = new Map([...searches].map(([hash, { free }]) => [hash, free]));
    while (searches.size > 0) {
      const questions = [...searches].map(([hash, { afterExampleId, asked }]) => ({
        hash,
        afterExampleId,
        limit: asked,
      }));
      const answers = await this.#ask(questions);
      for (const [hash, search] of searches)
        if (this.#advance(hash, search, answers.get(hash) ?? [])) searches.delete(hash);
    }
    return found;
  }

  /** True when the search is over. */
  #advance(hash: string, search: Search, ids: readonly number[]): boolean {
    search.walked += ids.length;
    search.afterExampleId = ids.at(-1) ?? search.afterExampleId;
    for (const id of ids) if (this.#isFree(id)) search.free.push(id);
    const over = ids.length < search.asked || search.free.length >= search.wanted;
    search.asked = Math.max(search.wanted, search.walked);
    if (over && search.walked >= SHARED_BY_MANY)
      this.#resumeAfter.set(hash, (search.free[0] ?? search.afterExampleId + 1) - 1);
    return over;
  }
}
