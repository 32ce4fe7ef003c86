import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { DatasetRows } from '#core/dataset/dataset-row.ts';
import type { DatasetUpload, DatasetUploadOutcome } from '#core/dataset/dataset-upload.ts';
import type { EditTarget, ExampleEdits } from '#core/dataset/example-edit.ts';
import {
  beginChange,
  leftChanges,
  takeChange,
  type OpenChange,
} from '#server/stores/meta/datasets/change.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import { isServerThere } from '#server/stores/meta/servers.queries.ts';
import type { Log } from '#server/telemetry/log.ts';
import { DatasetEditing } from './dataset-editing.ts';
import { CountedExampleIds, ReservedExampleIds, type ExampleIds } from './example-ids.ts';
import { DatasetChange, takeBack, type DatasetChangeOptions, type Step } from './dataset-change.ts';

export interface DatasetChangesOptions extends Pick<
  DatasetChangeOptions,
  'store' | 'findSpans' | 'now' | 'step'
> {
  readonly store: MetaStore;
  readonly log: Log;
  /**
   * This server among those that share the database; absent of one that is alone. Throws when the
   * others may have taken over its work.
   */
  readonly serverId?: () => number;
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

/** How often a change looks whether that of another server is over. */
const LOOK_MS = 250;

/**
 * Changes datasets: each change is atomic, one at a time for each dataset, on whichever server. States: running ->
 * leaving (`beginStop`) -> stopping (`stop`). A change interrupted by shutdown stays invisible and
 * is undone at the next start, because undoing takes as long as writing did.
 */
export class DatasetChanges {
  readonly #options: DatasetChangesOptions;
  readonly #line = new ChangeLine();
  readonly #countedIds: ExampleIds;
  /** Versions that are being written here. */
  readonly #open = new Set<number>();
  #isLeaving = false;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: DatasetChangesOptions) {
    this.#options = options;
    this.#countedIds = new CountedExampleIds(options.store);
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
        await parts.step(async () => {
          await parts.exampleIds.reserve(batch.length);
          await work.add(batch);
        });
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
        await parts.exampleIds.reserve(batch.length);
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
    const startedMs = performance.now();
    const running = this.#line.run(head.name, wait, async () => {
      this.#throwIfEnded(wait.signal);
      const change = await this.#begin(head, wait, startedMs);
      try {
        const { serverId, store, findSpans, now } = this.#options;
        const step: Step = async (work) => {
          this.#throwIfEnded(wait.signal);
          return await this.#options.step(work);
        };
        const userNumber = wait.userNumber ?? null;
        const exampleIds =
          serverId === undefined ? this.#countedIds : new ReservedExampleIds(store);
        return await write({ store, change, findSpans, now, step, userNumber, exampleIds });
      } catch (error) {
        if (!this.#isLeaving) await this.#takeBack(change);
        throw error;
      } finally {
        this.#open.delete(change.versionId);
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
    this.#options.serverId?.();
  }

  /** Takes back what was left open when its server ended. */
  async recover(): Promise<void> {
    for (const change of await leftChanges(this.#options.store.db)) {
      await this.#line
        .run(change.name, { waitMsMax: 0 }, () => this.#takeBack(change))
        .catch(() => undefined);
    }
  }

  async #begin(
    upload: Pick<DatasetUpload, 'name' | 'action' | 'description'>,
    { waitMsMax, signal }: LineWait,
    startedMs: number,
  ): Promise<OpenChange> {
    const { now, store } = this.#options;
    let undone = 0;
    for (;;) {
      const serverId = this.#options.serverId?.() ?? null;
      const begun = await beginChange(store.db, upload, { nowMs: now(), serverId });
      if ('opened' in begun) {
        this.#open.add(begun.opened.versionId);
        return begun.opened;
      }
      if (await this.#isBeingWritten(begun.left)) {
        if (performance.now() - startedMs > waitMsMax) throw changedForLong(upload.name, waitMsMax);
        await delay(LOOK_MS);
        this.#throwIfEnded(signal);
        continue;
      }
      if (this.#isLeaving) throw serverStops();
      if (undone > 0) throw new Error('A change that was rolled back is still open.');
      undone += 1;
      await this.#undo(begun.left);
    }
  }

  /** By another server, or by this one after the dataset was renamed. */
  async #isBeingWritten({ serverId, versionId }: OpenChange): Promise<boolean> {
    if (serverId === null) return false;
    return serverId === this.#options.serverId?.()
      ? this.#open.has(versionId)
      : await isServerThere(this.#options.store.db, serverId);
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
    const { serverId, store } = this.#options;
    const taken = await takeChange(store.db, change, serverId?.() ?? null);
    if (taken !== null) await takeBack({ ...this.#options, isLeft: () => this.#isLeaving }, taken);
  }
}

function changedForLong(name: string, waitMsMax: number): AppError {
  const detail = `The dataset '${name.slice(0, 200)}' is being changed, and that takes longer than ${waitMsMax / 1_000} s; try again.`;
  return new AppError('unavailable', detail, { retryAfterSeconds: 5 });
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
      const timer = setTimeout(() => leave(changedForLong(name, waitMsMax)), waitMsMax);
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
