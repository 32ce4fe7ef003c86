import type { DatasetRows } from '#core/dataset/dataset-row.ts';
import type { DatasetUpload, DatasetUploadOutcome } from '#core/dataset/dataset-upload.ts';
import { beginChange, leftChanges } from '#server/stores/meta/datasets/change.queries.ts';
import type { OpenChange } from '#server/stores/meta/datasets/change.queries.ts';
import { lastExampleId } from '#server/stores/meta/datasets/change-rows.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { Log } from '#server/telemetry/log.ts';
import { ChangeLine } from './change-line.ts';
import { DatasetChange, takeBack } from './dataset-change.ts';
import type { DatasetChangeOptions } from './dataset-change.ts';

export interface DatasetChangesOptions extends Pick<DatasetChangeOptions, 'store' | 'findSpans' | 'now'> {
  readonly store: MetaStore;
  readonly log: Log;
}

export interface ApplyOptions {
  /** How long to wait while the dataset is being changed by others. */
  readonly waitMsMax: number;
  /** Aborted when nobody wants the outcome any more: the change is taken back. */
  readonly signal?: AbortSignal;
  /** Told the rows that are stored so far, after each batch. */
  readonly onProgress?: (rowsDone: number) => void;
  /** The job that is to get the outcome. */
  readonly jobId?: number;
}

/** Changes datasets: each change wholly or not at all, one at a time for each dataset. */
export class DatasetChanges {
  readonly #options: DatasetChangesOptions;
  readonly #line = new ChangeLine();
  #lastExampleId: Promise<number> | null = null;
  #nextExampleId = 0;

  constructor(options: DatasetChangesOptions) {
    this.#options = options;
  }

  /**
   * Brings the rows into the dataset as the action says. Rejects with `conflict` (the name is taken), `not_found` (deleted meanwhile), `unavailable`
   * (others change it for too long), or what the rows reject with; nothing is left of the change then.
   */
  async apply(upload: DatasetUpload, rows: DatasetRows, options: ApplyOptions): Promise<DatasetUploadOutcome> {
    await this.#readLastExampleId();
    return this.#line.run(upload.name, options.waitMsMax, async () => {
      const change = await this.#begin(upload);
      try {
        const { store, findSpans, now } = this.#options;
        const work = new DatasetChange({ store, upload, change, findSpans, now, nextExampleId: () => this.#nextExampleId++ });
        let rowsDone = 0;
        for await (const batch of rows) {
          options.signal?.throwIfAborted();
          await work.add(batch);
          rowsDone += batch.length;
          options.onProgress?.(rowsDone);
        }
        options.signal?.throwIfAborted();
        return await work.publish(options.jobId ?? null);
      } catch (error) {
        await this.#takeBack(change);
        throw error;
      }
    });
  }

  /** Takes back what was left open when the server ended. */
  async recover(): Promise<void> {
    for (const change of await leftChanges(this.#options.store.db)) {
      await this.#line.run(change.name, 0, () => this.#takeBack(change)).catch(() => undefined);
    }
  }

  async #begin(upload: DatasetUpload): Promise<OpenChange> {
    const { now, store } = this.#options;
    const first = await beginChange(store.db, upload, now());
    if ('opened' in first) return first.opened;
    await takeBack(store, first.left);
    const second = await beginChange(store.db, upload, now());
    if ('opened' in second) return second.opened;
    throw new Error('A change that was taken back is still open.');
  }

  /** What cannot be undone now (a full disk) is undone before the next change, or at the next start; nobody sees it until then. */
  async #takeBack(change: OpenChange): Promise<void> {
    try {
      await takeBack(this.#options.store, change);
    } catch (error) {
      this.#options.log.warn({ err: error, datasetId: change.datasetId }, 'a broken change of a dataset could not be taken back yet');
    }
  }

  async #readLastExampleId(): Promise<void> {
    this.#lastExampleId ??= lastExampleId(this.#options.store.batch).then((last) => (this.#nextExampleId = last + 1));
    await this.#lastExampleId;
  }
}
