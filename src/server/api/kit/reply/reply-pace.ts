import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { performance } from 'node:perf_hooks';
import type { ServerResponse } from 'node:http';

/** A reply as far as its pace is concerned. */
interface Watched {
  readonly raw: ServerResponse;
  readonly onMoved: () => void;
  lookedAtMs: number;
  takenBytes: number;
  /** Time and bytes since the pace was last measured. */
  waitedMs: number;
  bytes: number;
  /** Time since the client last took something. */
  stalledMs: number;
}

export interface ReplyPaceOptions {
  /** 0 disables the check. */
  readonly bytesPerSecondMin: number;
  /** Over so much waiting a reader's pace is measured. */
  readonly measuredMs: number;
  readonly lookEveryMs: number;
  readonly onCutOff: () => void;
}

/** A reply stalled for this long is cut off when others wait for its room. */
const GIVES_WAY_MS = 5_000;

/**
 * Cuts off clients that hardly read their large or endless replies. Only time spent waiting for the
 * client counts: a reply the server is still producing is not slow. The system accepts bytes in
 * batches of some hundred kilobytes, so the pace is measured over many seconds.
 */
export class ReplyPace {
  readonly #options: ReplyPaceOptions;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ReplyPaceOptions) {
    this.#options = options;
  }

  /** Watches a reply until it ends; `onMoved` is called when the client has taken some of it. */
  watch(raw: ServerResponse, onMoved: () => void): void {
    // Injected requests have no real socket.
    if (raw.closed || this.#options.bytesPerSecondMin === 0 || !(raw.req.socket instanceof Socket))
      return;
    const watched: Watched = {
      raw,
      onMoved,
      lookedAtMs: performance.now(),
      takenBytes: takenBytes(raw.req.socket),
      waitedMs: 0,
      bytes: 0,
      stalledMs: 0,
    };
    this.#watched.add(watched);
    raw.once('close', () => this.#watched.delete(watched));
    this.#timer ??= setInterval(() => this.#look(), this.#options.lookEveryMs).unref();
  }

  /** Cuts off the reply that has stalled longest, if that is some seconds. */
  relieve(): void {
    let longest: Watched | null = null;
    for (const watched of this.#watched)
      if (watched.stalledMs > (longest?.stalledMs ?? GIVES_WAY_MS)) longest = watched;
    if (longest !== null) this.#cutOff(longest);
  }

  #look(): void {
    const { measuredMs, bytesPerSecondMin, lookEveryMs } = this.#options;
    const now = performance.now();
    for (const watched of this.#watched) {
      const { socket } = watched.raw.req;
      const taken = takenBytes(socket);
      const moved = taken - watched.takenBytes;
      // A stall of this thread counts as one look at most.
      const elapsedMs = Math.min(now - watched.lookedAtMs, 2 * lookEveryMs);
      watched.lookedAtMs = now;
      watched.takenBytes = taken;
      watched.bytes += moved;
      if (moved > 0) watched.onMoved();
      const isWaiting = socket.writableLength > 0;
      watched.stalledMs = isWaiting && moved === 0 ? watched.stalledMs + elapsedMs : 0;
      if (!isWaiting) continue;
      watched.waitedMs += elapsedMs;
      // The first of a reply is taken over by the system at once, even when its client reads
      // nothing: a standstill is checked separately.
      if (watched.stalledMs >= measuredMs) this.#cutOff(watched);
      if (watched.waitedMs < measuredMs) continue;
      if (watched.bytes * 1_000 < bytesPerSecondMin * watched.waitedMs) this.#cutOff(watched);
      watched.waitedMs = 0;
      watched.bytes = 0;
    }
    if (this.#watched.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #cutOff(watched: Watched): void {
    if (!this.#watched.delete(watched)) return;
    this.#options.onCutOff();
    const { socket } = watched.raw.req;
    // Discards the bytes the system still holds for the client, which might otherwise wait for
    // minutes.
    if (socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  }
}

/** Bytes that the system has taken over. */
function takenBytes(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
