import { PassThrough } from 'node:stream';
import type { ExperimentEvent } from '#contracts/experiments/experiment-figures.ts';
import type { ExperimentEvents } from './experiment-events.ts';

const HEARTBEAT_MS = 15_000;
/** Experiments whose last event waits for a slow reader; with more the stream ends, and its reader comes back and reads anew. */
const WAITING_MAX = 1_000;

/**
 * A page's subscription to the experiments of a dataset, as server-sent events. A slow reader gets only the last event of each experiment.
 */
export class EventStream {
  readonly body = new PassThrough({ highWaterMark: 65_536 });
  readonly #unfollow: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #waiting = new Map<string, ExperimentEvent>();

  constructor(events: ExperimentEvents, datasetId: number) {
    this.body.write('retry: 2000\nevent: ready\ndata: {}\n\n');
    this.#unfollow = events.follow(datasetId, (event) => this.#take(event));
    this.#heartbeat = setInterval(() => {
      if (!this.body.writableEnded && !this.body.writableNeedDrain) this.body.write(': heartbeat\n\n');
    }, HEARTBEAT_MS);
    this.body.on('drain', () => this.#flush());
    this.body.once('close', () => this.stop());
  }

  stop(): void {
    this.#unfollow();
    clearInterval(this.#heartbeat);
    this.#waiting.clear();
    if (!this.body.writableEnded) this.body.end();
  }

  #take(event: ExperimentEvent): void {
    this.#waiting.set(event.experiment_id, event);
    if (this.#waiting.size > WAITING_MAX) this.stop();
    else this.#flush();
  }

  #flush(): void {
    for (const [id, event] of this.#waiting) {
      if (this.body.writableEnded || this.body.writableNeedDrain) return;
      this.#waiting.delete(id);
      this.body.write(`event: change\ndata: ${JSON.stringify(event)}\n\n`);
    }
  }
}
