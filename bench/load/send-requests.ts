import { setTimeout as delay } from 'node:timers/promises';
import { HttpSender } from './http-sender.ts';
import { quantile } from './load-generator.ts';

/** An OTLP export, encoded. */
export interface OtlpRequest {
  readonly body: Buffer;
  readonly spans: number;
}

/** What a server acknowledged. */
export interface Sent {
  readonly spans: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
  /** Replies other than 200, by status. */
  readonly refused: Readonly<Record<string, number>>;
  /** Whether a connection broke; then nothing more is sent. */
  readonly isBroken: boolean;
}

export const NOTHING_SENT: Sent = {
  spans: 0,
  bytes: 0,
  seconds: 0,
  latenciesMs: [],
  refused: {},
  isBroken: false,
};

/** Both, one after the other. */
export function addSent(a: Sent, b: Sent): Sent {
  const refused = { ...a.refused };
  for (const [status, count] of Object.entries(b.refused))
    refused[status] = (refused[status] ?? 0) + count;
  return {
    spans: a.spans + b.spans,
    bytes: a.bytes + b.bytes,
    seconds: a.seconds + b.seconds,
    latenciesMs: [...a.latenciesMs, ...b.latenciesMs],
    refused,
    isBroken: a.isBroken || b.isBroken,
  };
}

/**
 * Sends requests in order from several connections, each with one in flight. What is refused with
 * 429 or 503 is sent again after the time that the server names, as exporters do.
 */
export async function sendRequests(
  url: URL,
  requests: readonly OtlpRequest[],
  connections: number,
): Promise<Sent> {
  const senders = Array.from({ length: connections }, () => new HttpSender(url, 'identity'));
  await Promise.all(senders.map((sender) => sender.open()));
  const latenciesMs: number[] = [];
  const refused: Record<string, number> = {};
  const tally = { next: 0, spans: 0, bytes: 0, isBroken: false };
  const started = performance.now();
  const acknowledged = async (sender: HttpSender, body: Buffer): Promise<boolean> => {
    while (!tally.isBroken) {
      try {
        const { status, retryAfterMs } = await sender.send(body);
        if (status === 200) return true;
        refused[status] = (refused[status] ?? 0) + 1;
        if (status !== 429 && status !== 503) return false;
        await delay(Math.max(10, retryAfterMs) * (1 + Math.random() / 2));
      } catch {
        tally.isBroken = true;
      }
    }
    return false;
  };
  const connection = async (sender: HttpSender): Promise<void> => {
    for (
      let request = requests[tally.next++];
      request !== undefined;
      request = requests[tally.next++]
    ) {
      const at = performance.now();
      if (!(await acknowledged(sender, request.body))) continue;
      latenciesMs.push(performance.now() - at);
      tally.spans += request.spans;
      tally.bytes += request.body.length;
    }
  };
  await Promise.all(senders.map((sender) => connection(sender)));
  for (const sender of senders) sender.close();
  const { spans, bytes, isBroken } = tally;
  return {
    spans,
    bytes,
    seconds: (performance.now() - started) / 1_000,
    latenciesMs,
    refused,
    isBroken,
  };
}

export interface SentReport {
  readonly spans: number;
  readonly requests: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly spansPerSecond: number;
  readonly ackP50Ms: number;
  readonly ackP99Ms: number;
  readonly errors: Readonly<Record<string, number>>;
}

export function reportOf({ spans, bytes, seconds, latenciesMs, refused }: Sent): SentReport {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return {
    spans,
    requests: sorted.length,
    bytes,
    seconds,
    spansPerSecond: spans / Math.max(seconds, 1e-6),
    ackP50Ms: quantile(sorted, 0.5),
    ackP99Ms: quantile(sorted, 0.99),
    errors: refused,
  };
}
