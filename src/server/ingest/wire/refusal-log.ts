import type { Refusal } from '#contracts/server/server-info.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { IngestMetrics, Wire } from './ingest-metrics.ts';

const KEPT_MAX = 50;
const REASON_CHARS_MAX = 500;

/** The last refusals, newest first, in memory, to find out why nothing arrives. */
export class RefusalLog {
  readonly #now: () => number;
  #kept: readonly Refusal[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * `spans` is how many spans or log records were refused; null when a whole request was, before
   * they were counted.
   */
  add(wire: Wire, spans: number | null, reason: string): void {
    const time = isoFromUnixNano(BigInt(this.#now()) * 1_000_000n);
    this.#kept = [
      { time, wire, spans, reason: reason.slice(0, REASON_CHARS_MAX) },
      ...this.#kept,
    ].slice(0, KEPT_MAX);
  }

  recent(): readonly Refusal[] {
    return this.#kept;
  }
}

/** The same metrics, which also write down what was refused. */
export function withRefusalLog(metrics: IngestMetrics, log: RefusalLog): IngestMetrics {
  return {
    ...metrics,
    began(arrival, bytes) {
      const done = metrics.began(arrival, bytes);
      return (outcome) => {
        done(outcome);
        if (outcome !== null && outcome.refused > 0)
          log.add(arrival.wire, outcome.refused, outcome.message ?? '');
      };
    },
    failed(wire, code, message) {
      metrics.failed(wire, code, message);
      log.add(wire, null, message);
    },
  };
}
