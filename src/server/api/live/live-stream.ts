import { PassThrough } from 'node:stream';
import type { CommitFeed } from '#server/threads/query.ts';

const HEARTBEAT_MS = 15_000;
/** Events are at least this far apart: a burst of commits becomes one. */
const PAUSE_MS = 200;
/** Delay of the first event after a pause, so that commits right after it are merged. */
const LEAD_MS = 20;

/**
 * A page's subscription to commits, as server-sent events. States: quiet (nothing pending) ->
 * pending (spans counted, timer set) -> quiet. Events a slow reader has not received are summed up
 * rather than queued, so the buffer never grows.
 */
export class LiveStream {
  readonly body = new PassThrough({ highWaterMark: 16_384 });
  readonly #unsubscribe: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #timer: NodeJS.Timeout | null = null;
  #stored = 0;
  #sentMs = -PAUSE_MS;

  /**
   * Subscribes to these projects, or all when `projectIds` is null. With `tellsOthers`, counts
   * whole commits, including their spans in other projects.
   */
  constructor(commits: CommitFeed, projectIds: readonly number[] | null, tellsOthers: boolean) {
    const ready = { quiet_ms: Math.round(commits.quietMs(projectIds)) };
    this.body.write(`retry: 2000\nevent: ready\ndata: ${JSON.stringify(ready)}\n\n`);
    this.#unsubscribe = commits.subscribe(({ projectIds: committed, stored }) => {
      const seen =
        projectIds === null || committed === null
          ? committed
          : committed.filter((id) => projectIds.includes(id));
      if (seen?.length === 0) return;
      // Which of a commit's spans went where is not known; that some did is.
      this.#stored +=
        tellsOthers || seen === null || seen.length === committed?.length ? stored : seen.length;
      this.#timer ??= setTimeout(
        () => this.#flush(),
        Math.max(LEAD_MS, this.#sentMs + PAUSE_MS - performance.now()),
      );
    });
    this.#heartbeat = setInterval(() => this.#write(': heartbeat\n\n'), HEARTBEAT_MS);
    this.body.once('close', () => this.stop());
  }

  stop(): void {
    this.#unsubscribe();
    clearInterval(this.#heartbeat);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.body.writableEnded) this.body.end();
  }

  #flush(): void {
    this.#timer = null;
    if (this.#stored === 0) return;
    if (this.body.writableNeedDrain) {
      this.#timer = setTimeout(() => this.#flush(), PAUSE_MS);
      return;
    }
    this.#sentMs = performance.now();
    this.#write(`event: commit\ndata: ${JSON.stringify({ stored: this.#stored })}\n\n`);
    this.#stored = 0;
  }

  #write(text: string): void {
    if (!this.body.writableEnded && !this.body.writableNeedDrain) this.body.write(text);
  }
}
