import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { DatasetRows } from '#core/dataset/dataset-row.ts';
import type { DatasetUpload, DatasetUploadOutcome } from '#core/dataset/dataset-upload.ts';
import type { EditTarget, ExampleEdits } from '#core/dataset/example-edit.ts';
import { lastExampleId } from '#server/stores/meta/datasets/change-rows.queries.ts';
import {
  beginChange,
  leftChanges,
  type OpenChange,
} from '#server/stores/meta/datasets/change.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { Log } from '#server/telemetry/log.ts';
import { DatasetEditing } from './dataset-editing.ts';
import { DatasetChange, takeBack, type DatasetChangeOptions, type Step } from './dataset-change.ts';

export interface DatasetChangesOptions extends Pick<
  DatasetChangeOptions,
  'store' | 'findSpans' | 'now' | 'step'
> {
  readonly store: MetaStore;
  readonly log: Log;
}

export interface ApplyOptions {
  /** How long to wait while the dataset is being changed by others. */
  readonly waitMsMax: number;
  /** Aborted when the caller no longer needs the outcome: the change is rolled back. */
  readonly signal?: AbortSignal;
  /** Receives the number of rows stored so far, after each batch. */
  readonly onProgress?: (rowsDone: number) => void;
  /**
   * Lines skipped at the user's request, read after the rows; null or absent if skipping wasn't
   * requested.
   */
  readonly leftOutLines?: () => number | null;
  /** The job that is to get the outcome. */
  readonly jobId?: number;
  /** Who makes the version; null or absent without authentication. */
  readonly userNumber?: number | null;
}

export interface EditOptions extends Pick<ApplyOptions, 'waitMsMax' | 'signal' | 'userNumber'> {
  /** The new version's description; null for none. */
  readonly description: string | null;
  /**
   * The version the edit was made on: refused when another one is the newest by now. Null for
   * whichever is.
   */
  readonly baseVersionId: number | null;
}

/**
 * Changes datasets: each change is atomic, one at a time for each dataset. States: running ->
 * leaving (`beginStop`) -> stopping (`stop`). A change interrupted by shutdown stays invisible and
 * is undone at the next start, because undoing takes as long as writing did.
 */
export class DatasetChanges {
  readonly #options: DatasetChangesOptions;
  readonly #line = new ChangeLine();
  #lastExampleId: Promise<number> | null = null;
  #nextExampleId = 0;
  #isLeaving = false;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: DatasetChangesOptions) {
    this.#options = options;
  }

  /**
   * Brings the rows into the dataset as the action says. Rejects with `conflict` (the name is
   * taken), `not_found` (deleted meanwhile), `unavailable` (others change it for too long), or what
   * the rows reject with; nothing is left of the change then.
   */
  async apply(
    upload: DatasetUpload,
    rows: DatasetRows,
    options: ApplyOptions,
  ): Promise<DatasetUploadOutcome> {
    return this.#change(upload, options, async (parts) => {
      const work = new DatasetChange({ ...parts, upload });
      let rowsDone = 0;
      for await (const batch of rows) {
        await parts.step(() => work.add(batch));
        rowsDone += batch.length;
        options.onProgress?.(rowsDone);
      }
      this.#throwIfEnded(options.signal);
      return await work.publish(options.jobId ?? null, options.leftOutLines?.() ?? null);
    });
  }

  /**
   * Edits examples of a dataset: one new version when anything changes. Rejects with `not_found`
   * (an example or the dataset is not there), `conflict` (the base version is not the newest, an id
   * is taken), `unavailable`, or what the edits reject with; nothing is changed then.
   */
  async edit(
    target: EditTarget,
    edits: ExampleEdits,
    options: EditOptions,
  ): Promise<DatasetUploadOutcome> {
    const append = { name: target.name, action: 'append', description: null } as const;
    return this.#change(append, options, async (parts) => {
      assertTarget(parts.change, target, options.baseVersionId);
      const work = new DatasetEditing(parts);
      for await (const batch of edits) {
        this.#throwIfEnded(options.signal);
        await work.add(batch);
      }
      this.#throwIfEnded(options.signal);
      return await work.publish(options.description);
    });
  }

  /** Runs work that excludes changes of the dataset, such as renaming it. */
  async alone<R>(target: EditTarget, waitMsMax: number, work: () => Promise<R>): Promise<R> {
    return this.#line.run(target.name, { waitMsMax }, work);
  }

  async #change(
    head: Pick<DatasetUpload, 'name' | 'action' | 'description'>,
    wait: LineWait & Pick<ApplyOptions, 'userNumber'>,
    write: (parts: Omit<DatasetChangeOptions, 'upload'>) => Promise<DatasetUploadOutcome>,
  ): Promise<DatasetUploadOutcome> {
    await this.#readLastExampleId();
    const running = this.#line.run(head.name, wait, async () => {
      this.#throwIfEnded(wait.signal);
      const change = await this.#begin(head);
      try {
        const { store, findSpans, now } = this.#options;
        const step: Step = async (work) => {
          this.#throwIfEnded(wait.signal);
          return await this.#options.step(work);
        };
        const userNumber = wait.userNumber ?? null;
        return await write({
          store,
          change,
          findSpans,
          now,
          step,
          userNumber,
          nextExampleId: () => this.#nextExampleId++,
        });
      } catch (error) {
        if (!this.#isLeaving) await this.#takeBack(change);
        throw error;
      }
    });
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /**
   * Undoes nothing from now on; call it before jobs are aborted. Changes still run to their end,
   * for the requests that wait for them.
   */
  beginStop(): void {
    this.#isLeaving = true;
  }

  /**
   * Ends what is being changed after the step it is at, and begins nothing more; resolves when all
   * has ended, or the deadline passed.
   */
  async stop(deadlineMs: number): Promise<void> {
    this.beginStop();
    this.#stopping.abort();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      Promise.allSettled(this.#running),
      new Promise((resolve) => (timer = setTimeout(resolve, deadlineMs))),
    ]);
    clearTimeout(timer);
  }

  #throwIfEnded(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (this.#stopping.signal.aborted) throw serverStops();
  }

  /** Takes back what was left open when the server ended. */
  async recover(): Promise<void> {
    for (const change of await leftChanges(this.#options.store.db)) {
      await this.#line
        .run(change.name, { waitMsMax: 0 }, () => this.#takeBack(change))
        .catch(() => undefined);
    }
  }

  async #begin(
    upload: Pick<DatasetUpload, 'name' | 'action' | 'description'>,
  ): Promise<OpenChange> {
    const { now, store } = this.#options;
    const first = await beginChange(store.db, upload, now());
    if ('opened' in first) return first.opened;
    await this.#undo(first.left);
    const second = await beginChange(store.db, upload, now());
    if ('opened' in second) return second.opened;
    if (this.#isLeaving) throw serverStops();
    throw new Error('A change that was rolled back is still open.');
  }

  /**
   * If undoing fails now (a full disk), the next change or the next start undoes it; the change
   * stays invisible until then.
   */
  async #takeBack(change: OpenChange): Promise<void> {
    try {
      await this.#undo(change);
    } catch (error) {
      this.#options.log.warn(
        { err: error, datasetId: change.datasetId },
        'an interrupted change of a dataset could not be rolled back yet',
      );
    }
  }

  async #undo(change: OpenChange): Promise<void> {
    await takeBack({ ...this.#options, isLeft: () => this.#isLeaving }, change);
  }

  async #readLastExampleId(): Promise<void> {
    this.#lastExampleId ??= lastExampleId(this.#options.store.batch).then(
      (last) => (this.#nextExampleId = last + 1),
    );
    await this.#lastExampleId;
  }
}

function serverStops(): AppError {
  return new AppError('unavailable', 'The server is stopping; nothing was changed. Try again.');
}

/**
 * A change is opened by name: between looking it up and opening, the dataset may have got another,
 * or be gone.
 */
function assertTarget(change: OpenChange, target: EditTarget, baseVersionId: number | null): void {
  if (change.datasetId !== target.id || change.previousVersionId === null)
    throw new AppError(
      'not_found',
      `Dataset '${target.name.slice(0, 200)}' was renamed or deleted meanwhile.`,
    );
  if (baseVersionId === null || baseVersionId === change.previousVersionId) return;
  const newest = encodeGlobalId('DatasetVersion', change.previousVersionId);
  throw new AppError(
    'conflict',
    `base_version_id is no longer the latest version: ${newest} is. Review its changes, then send the edit with that id.`,
  );
}

interface Waiting {
  readonly grant: () => void;
}

/** How long to wait. */
interface LineWait {
  readonly waitMsMax: number;
  /** Ends the wait: `unavailable`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lets one change of a dataset run at a time, by the dataset's name, first come, first served. A
 * wait has a deadline: `unavailable` after that.
 */
class ChangeLine {
  readonly #lines = new Map<string, Waiting[]>();

  /** Runs the work when it is its turn. */
  async run<R>(name: string, wait: LineWait, work: () => Promise<R>): Promise<R> {
    await this.#enter(name, wait);
    try {
      return await work();
    } finally {
      this.#leave(name);
    }
  }

  async #enter(name: string, { waitMsMax, signal }: LineWait): Promise<void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(name);
    if (line === undefined) {
      this.#lines.set(name, []);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (error: Error): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        line.splice(line.indexOf(waiting), 1);
        reject(error);
      };
      const stop = (): void =>
        leave(new AppError('unavailable', 'The change was canceled while it waited.'));
      const timer = setTimeout(() => {
        const detail = `The dataset '${name.slice(0, 200)}' is being changed, and that takes longer than ${waitMsMax / 1_000} s; try again.`;
        leave(new AppError('unavailable', detail, { retryAfterSeconds: 5 }));
      }, waitMsMax);
      const grant = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const waiting: Waiting = { grant };
      signal?.addEventListener('abort', stop, { once: true });
      line.push(waiting);
    });
  }

  #leave(name: string): void {
    const next = this.#lines.get(name)?.shift();
    if (next === undefined) {
      this.#lines.delete(name);
      return;
    }
    next.grant();
  }
}
