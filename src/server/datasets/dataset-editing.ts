import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import type { DatasetUploadOutcome } from '#core/dataset/dataset-upload.ts';
import type {
  ExampleAddition,
  ExampleContentEdit,
  ExampleEdit,
} from '#core/dataset/example-edit.ts';
import { exampleNumber, type EarlierExample, type RowPlan } from '#core/dataset/match-rows.ts';
import { NumberSet } from '#core/dataset/number-set.ts';
import type { RowContent } from '#core/dataset/row-content.ts';
import { RowError } from '#core/dataset/row-error.ts';
import { describeVersion, publishChange } from '#server/stores/meta/datasets/change.queries.ts';
import {
  currentContents,
  currentVersions,
} from '#server/stores/meta/datasets/example-contents.queries.ts';
import {
  endExamples,
  findByRefs,
  splitsOf,
  storeHashes,
  writeRows,
  type SplitChange,
} from '#server/stores/meta/datasets/change-rows.queries.ts';
import { contentHash } from './content-hash.ts';
import { changesOfSplits } from './split-changes.ts';
import type { DatasetChangeOptions } from './dataset-change.ts';

const HASHES_PER_STEP = 2_000;

/**
 * One change of a dataset as a list of edits to examples, where an upload gives the dataset's whole
 * content. Nothing is matched by content: an added example is always new. Open (`add`) until it is
 * published, or rolled back by its caller.
 */
export class DatasetEditing {
  readonly #options: Omit<DatasetChangeOptions, 'upload'>;
  readonly #named = new NumberSet();
  #created = 0;
  #patched = 0;
  #deleted = 0;

  constructor(options: Omit<DatasetChangeOptions, 'upload'>) {
    this.#options = options;
  }

  /**
   * Rejects with a `RowError`, `not_found` or `conflict` for an invalid edit; the change must then
   * be rolled back.
   */
  async add(edits: readonly ExampleEdit[]): Promise<void> {
    const { change, findSpans, now, store } = this.#options;
    const earlier = await findByRefs(store.batch, change, edits.flatMap(refOf));
    await this.#refuseUnseen(edits);
    const plans = await this.#plans(edits, earlier);
    const ended = edits.flatMap((edit) =>
      edit.kind === 'delete' ? [this.#known(edit.line, edit.exampleId, earlier).exampleId] : [],
    );
    const additions = edits.filter((edit) => edit.kind === 'add');
    const spanNumbers = new Map(
      additions.flatMap(({ span }) =>
        span === null || span.number === null ? [] : [[span.spanId, span.number]],
      ),
    );
    const unknown = additions.flatMap(({ span }) =>
      span === null || spanNumbers.has(span.spanId) ? [] : [span.spanId],
    );
    if (unknown.length > 0)
      for (const [spanId, number] of await findSpans([...new Set(unknown)]))
        spanNumbers.set(spanId, number);
    const splitChanges = await this.#splitChanges(plans);
    if (plans.length > 0)
      await writeRows(store.batch, change, { plans, spanNumbers, splitChanges }, now());
    if (ended.length > 0) await endExamples(store.batch, change, ended);
    for (const { kind } of plans) {
      if (kind === 'patch') this.#patched += 1;
      else this.#created += 1;
    }
    this.#deleted += ended.length;
  }

  /** Makes the change visible. Rejects with `not_found` when the dataset was deleted meanwhile. */
  async publish(description: string | null): Promise<DatasetUploadOutcome> {
    const { change, now, store, userNumber } = this.#options;
    while (await storeHashes(store.batch, change, HASHES_PER_STEP));
    if (description !== null) await describeVersion(store.db, change, description);
    const tally = {
      created: this.#created,
      patched: this.#patched,
      updated: this.#patched,
      deleted: this.#deleted,
    };
    return publishChange(store.db, change, tally, { nowMs: now(), jobId: null, userNumber });
  }

  /** `conflict` for an example that another user changed after it was read. */
  async #refuseUnseen(edits: readonly ExampleEdit[]): Promise<void> {
    const seen = edits.flatMap((edit) =>
      edit.kind === 'set' && edit.seenVersionId !== null
        ? [{ ...edit, seen: edit.seenVersionId }]
        : [],
    );
    if (seen.length === 0) return;
    const { change, store } = this.#options;
    const versions = await currentVersions(store.db, change.datasetId, seen.map(({ exampleId }) => exampleId)); // prettier-ignore
    for (const { line, exampleId, seen: version } of seen) {
      const current = versions.get(exampleId);
      if (current === undefined || current <= version) continue;
      const by = encodeGlobalId('DatasetVersion', current);
      throw new AppError(
        'conflict',
        `Example ${line}: '${globalId(exampleId)}' was changed in version ${by}, after it was looked at.`,
      );
    }
  }

  /** An example that is added again with splits is in those alone; without, in those it was in. */
  async #splitChanges(plans: readonly RowPlan[]): Promise<readonly SplitChange[]> {
    const revived = plans.filter(({ kind, row }) => kind === 'revive' && row.splits.length > 0);
    if (revived.length === 0) return [];
    const before = await splitsOf(
      this.#options.store.batch,
      revived.map(({ exampleId }) => exampleId),
    );
    return revived.flatMap(({ exampleId, row }) =>
      changesOfSplits(exampleId, before.get(exampleId), row.splits),
    );
  }

  async #plans(
    edits: readonly ExampleEdit[],
    earlier: ReadonlyMap<string, EarlierExample>,
  ): Promise<RowPlan[]> {
    const partial = edits.flatMap((edit) =>
      edit.kind === 'set' && contentOf(edit.content) === null ? [edit.exampleId] : [],
    );
    const contents = await currentContents(
      this.#options.store.db,
      this.#options.change.datasetId,
      partial,
    );
    const ownIds = new Set<string>();
    return edits.flatMap((edit) => {
      if (edit.kind === 'delete') return [];
      if (edit.kind === 'add') return [this.#addition(edit, earlier, ownIds)];
      return this.#contentEdit(edit, earlier, contents.get(edit.exampleId));
    });
  }

  #addition(
    edit: ExampleAddition,
    earlier: ReadonlyMap<string, EarlierExample>,
    ownIds: Set<string>,
  ): RowPlan {
    const { line, ownId } = edit;
    const row = rowOf(line, edit.content, {
      exampleId: ownId,
      splits: edit.splits,
      spanId: edit.span?.spanId ?? null,
    });
    if (ownId === null) return { kind: 'create', row, exampleId: this.#options.exampleIds.next() };
    if (exampleNumber(ownId) !== null)
      throw new RowError(
        line,
        `Example ${line}: the id '${shown(ownId)}' looks like a Global ID; choose another, or leave it out.`,
      );
    const found = earlier.get(ownId);
    if (ownIds.has(ownId) || (found !== undefined && found.hash !== null)) {
      const detail = `Example ${line}: there is an example with the id '${shown(ownId)}' already; change that one, or choose another id.`;
      throw new AppError('conflict', detail);
    }
    ownIds.add(ownId);
    if (found === undefined)
      return { kind: 'create', row, exampleId: this.#options.exampleIds.next() };
    this.#nameOnce(line, found.exampleId);
    return { kind: 'revive', row, exampleId: found.exampleId };
  }

  #contentEdit(
    edit: ExampleContentEdit,
    earlier: ReadonlyMap<string, EarlierExample>,
    current: RowContent | undefined,
  ): readonly RowPlan[] {
    const { exampleId, hash } = this.#known(edit.line, edit.exampleId, earlier, edit.revives);
    const content = contentOf({ ...current, ...edit.content });
    if (content === null) throw notFound(edit.line, exampleId);
    const row = rowOf(edit.line, content, { exampleId: null, splits: [], spanId: null });
    if (hash === row.hash) return [];
    return [{ kind: hash === null ? 'revive' : 'patch', row, exampleId }];
  }

  /** An example that is there, and that no other edit of this change is about. */
  #known(
    line: number,
    exampleId: number,
    earlier: ReadonlyMap<string, EarlierExample>,
    deletedToo = false,
  ): EarlierExample {
    this.#nameOnce(line, exampleId);
    const found = earlier.get(globalId(exampleId));
    if (found === undefined) throw notFound(line, exampleId);
    if (found.hash === null && !deletedToo) throw removed(line, exampleId);
    return found;
  }

  #nameOnce(line: number, exampleId: number): void {
    if (this.#named.add(exampleId)) return;
    throw new RowError(
      line,
      `Example ${line}: '${globalId(exampleId)}' is named twice; name each example once.`,
    );
  }
}

function refOf(edit: ExampleEdit): readonly string[] {
  if (edit.kind !== 'add') return [globalId(edit.exampleId)];
  return edit.ownId === null || exampleNumber(edit.ownId) !== null ? [] : [edit.ownId];
}

/** The content, when all of it is there. */
function contentOf({ input, output, metadata }: Partial<RowContent>): RowContent | null {
  return input === undefined || output === undefined || metadata === undefined
    ? null
    : { input, output, metadata };
}

function rowOf(
  line: number,
  content: RowContent,
  more: Pick<DatasetRow, 'exampleId' | 'splits' | 'spanId'>,
): DatasetRow {
  return { line, ...content, hash: contentHash(line, content), ...more };
}

function globalId(exampleId: number): string {
  return encodeGlobalId('DatasetExample', exampleId);
}

function notFound(line: number, exampleId: number): AppError {
  return new AppError(
    'not_found',
    `Example ${line}: '${globalId(exampleId)}' is not in the newest version of this dataset.`,
  );
}

function removed(line: number, exampleId: number): AppError {
  const detail = `Example ${line}: '${globalId(exampleId)}' was removed from this dataset; earlier versions have it. Revert it to bring it back.`;
  return new AppError('not_found', detail);
}

function shown(text: string): string {
  return text.slice(0, 80);
}
