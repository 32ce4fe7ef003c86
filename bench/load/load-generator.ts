import { gzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import { GrpcSender } from './grpc-sender.ts';
import { HttpSender, type Sender } from './http-sender.ts';
import { makeTemplates, Patcher, type RequestTemplate } from './request-template.ts';

export interface LoadOptions {
  /** The server's HTTP address; for gRPC, `grpcTarget` says where. */
  readonly url: string;
  readonly grpcTarget?: string;
  readonly wire: 'http' | 'grpc';
  readonly project: string;
  readonly connections: number;
  readonly spansPerRequest: number;
  readonly spanBytes: number;
  readonly gzip: boolean;
  /** Compress all requests before the first is sent, so that it costs nothing meanwhile. */
  readonly prepare?: boolean;
  /** Stop after so many spans, or after so many milliseconds, whichever comes first. */
  readonly spansMax: number;
  readonly durationMsMax: number;
  /** Spans a second to offer; 0 = as fast as replies come. */
  readonly rate: number;
  readonly templates: number;
  readonly seed: number;
  /** Times in no order, and sessions in turn (`Patcher`). */
  readonly isOutOfOrder?: boolean;
  /**
   * Made before (`makeTemplates`): making them takes this thread seconds on a busy machine, in
   * which it sends nothing.
   */
  readonly made?: readonly RequestTemplate[];
  /** An API key, over HTTP. */
  readonly key?: string;
  readonly onSecond?: (spansSoFar: number) => void;
}

export interface LoadReport {
  readonly spans: number;
  readonly requests: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly spansPerSecond: number;
  readonly ackP50Ms: number;
  readonly ackP99Ms: number;
  readonly ackMaxMs: number;
  /** From the offer to the refusal; 0 when nothing was refused. */
  readonly refusalP50Ms: number;
  /** Replies other than 200, by status; `0` counts broken connections. */
  readonly errors: Readonly<Record<string, number>>;
  readonly generatorCpuMicrosPerSpan: number;
}

/**
 * Sends spans from several connections, each with one request in flight. The time runs from when
 * all are open: five hundred of gRPC take seconds for that.
 */
export async function generateLoad(options: LoadOptions): Promise<LoadReport> {
  const templates = options.made ?? makeTemplates({ ...options, count: options.templates });
  const patcher = new Patcher(options.seed, options.isOutOfOrder);
  const latenciesMs: number[] = [];
  const refusalsMs: number[] = [];
  const errors: Record<string, number> = {};
  const prepared = options.prepare === true ? prepare(options, templates, patcher) : null;
  const senders = Array.from({ length: options.connections }, () => openSender(options));
  await Promise.all(senders.map((sender) => sender.open()));
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const tally = { offered: 0, acked: 0, bytes: 0 };
  const over = () =>
    tally.offered >= options.spansMax || performance.now() - started >= options.durationMsMax;
  const ticker = setInterval(() => options.onSecond?.(tally.acked), 1_000);

  const made = (template: RequestTemplate): Buffer => {
    patcher.patch(template, BigInt(Date.now()) * 1_000_000n);
    return options.gzip && options.wire === 'http'
      ? gzipSync(template.body, { level: 1 })
      : template.body;
  };
  const connection = async (sender: Sender, index: number): Promise<void> => {
    // A template must not be patched while another connection is still sending it.
    const own = templates.filter((_, at) => at % options.connections === index);
    try {
      for (let turn = 0; !over(); turn++) {
        const template = own[turn % own.length];
        if (template === undefined) return;
        const due =
          options.rate > 0 ? started + (tally.offered / options.rate) * 1_000 : performance.now();
        tally.offered += template.spans.length;
        const earlyMs = due - performance.now();
        if (earlyMs > 0) await delay(earlyMs);
        const body = prepared === null ? made(template) : prepared.pop();
        if (body === undefined) return;
        try {
          const reply = await sender.send(body);
          if (reply.status === 200) {
            latenciesMs.push(performance.now() - due);
            tally.acked += template.spans.length;
            tally.bytes += template.body.length;
          } else {
            errors[reply.status] = (errors[reply.status] ?? 0) + 1;
            refusalsMs.push(performance.now() - due);
            // As exporters do: else all that were refused in one moment come back in one moment.
            const awayMs = reply.retryAfterMs * (1 + Math.random() / 2);
            // A sender that would retry after the end stops: waiting for it would count as time in
            // which nothing was stored.
            if (performance.now() - started + awayMs >= options.durationMsMax) return;
            if (awayMs > 0) await delay(awayMs);
          }
        } catch {
          errors['0'] = (errors['0'] ?? 0) + 1;
          await delay(100);
        }
      }
    } finally {
      sender.close();
    }
  };
  await Promise.all(senders.map((sender, index) => connection(sender, index)));
  clearInterval(ticker);

  const seconds = (performance.now() - started) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  for (const times of [latenciesMs, refusalsMs]) times.sort((a, b) => a - b);
  return {
    spans: tally.acked,
    requests: latenciesMs.length,
    bytes: tally.bytes,
    seconds,
    spansPerSecond: tally.acked / seconds,
    ackP50Ms: quantile(latenciesMs, 0.5),
    ackP99Ms: quantile(latenciesMs, 0.99),
    ackMaxMs: quantile(latenciesMs, 1),
    refusalP50Ms: quantile(refusalsMs, 0.5),
    errors,
    generatorCpuMicrosPerSpan: (cpu.user + cpu.system) / Math.max(1, tally.acked),
  };
}

/** As many compressed requests as hold the wanted spans; all templates hold equally many. */
function prepare(
  { spansMax, spansPerRequest }: LoadOptions,
  templates: readonly RequestTemplate[],
  patcher: Patcher,
): Buffer[] {
  const bodies: Buffer[] = [];
  for (let turn = 0; bodies.length * spansPerRequest < spansMax; turn += 1) {
    const template = templates[turn % templates.length];
    if (template === undefined) break;
    patcher.patch(template, BigInt(Date.now()) * 1_000_000n);
    bodies.push(gzipSync(template.body));
  }
  return bodies;
}

function openSender(options: LoadOptions): Sender {
  const encoding = options.gzip ? 'gzip' : 'identity';
  if (options.wire === 'http')
    return new HttpSender(new URL(options.url), encoding, undefined, options.key);
  if (options.grpcTarget === undefined)
    throw new Error('For gRPC, say where: --grpc-target host:port');
  return new GrpcSender(options.grpcTarget, encoding);
}

/** The value below which that part of a sorted list lies; 0 for an empty list. */
export function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}
