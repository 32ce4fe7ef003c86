import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from './log.ts';

export interface OwnTracesOptions {
  /** Base address of an OTLP/HTTP receiver, or its `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
  readonly log: Log;
}

interface FinishedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 2;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue: string } | { readonly intValue: string };
  }[];
  readonly status: { readonly code: 0 | 2 };
}

const BUFFER_MAX = 2_000;
const FLUSH_MS = 5_000;
const SEND_MS_MAX = 5_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NANOS_PER_MILLI = 1_000_000;

/**
 * Traces of the server's own requests, sent as OTLP/JSON to the configured address only. Excludes
 * the requests that receive these traces: a server that traces itself into itself would never be
 * idle. A full buffer drops the newest spans, because they hold no user data.
 */
export class OwnTraces {
  readonly #options: OwnTracesOptions;
  readonly #url: string;
  readonly #timer: NodeJS.Timeout;
  #buffer: FinishedSpan[] = [];

  constructor(options: OwnTracesOptions) {
    this.#options = options;
    this.#url = /\/v1\/traces\/?$/.test(options.endpoint)
      ? options.endpoint
      : `${options.endpoint.replace(/\/$/, '')}/v1/traces`;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  plugin(): (app: FastifyInstance) => Promise<void> {
    const plugin = async (app: FastifyInstance): Promise<void> => {
      app.addHook('onResponse', async (request, reply) => {
        if (request.routeOptions.url !== '/v1/traces' && this.#buffer.length < BUFFER_MAX)
          this.#buffer.push(spanOf(request, reply));
      });
    };
    return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /**
   * Sends the buffered spans. Drops those that can't be delivered: they are about the server, not
   * user data.
   */
  async flush(): Promise<void> {
    if (this.#buffer.length === 0) return;
    const spans = this.#buffer;
    this.#buffer = [];
    const resource = {
      attributes: [
        text('service.name', 'telltale'),
        text('service.version', this.#options.version),
        text('openinference.project.name', 'telltale'),
      ],
    };
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'telltale' }, spans }] }],
    });
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(SEND_MS_MAX),
      });
      await response.arrayBuffer();
      if (!response.ok)
        this.#options.log.warn(
          { status: response.status, spans: spans.length },
          'own traces were refused',
        );
    } catch (error) {
      this.#options.log.warn({ err: error, spans: spans.length }, 'own traces could not be sent');
    }
  }
}

function spanOf(request: FastifyRequest, reply: FastifyReply): FinishedSpan {
  const { traceparent } = request.headers;
  const parent = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  const end = BigInt(Date.now()) * BigInt(NANOS_PER_MILLI);
  const start = end - BigInt(Math.round(reply.elapsedTime * NANOS_PER_MILLI));
  const route = request.routeOptions.url ?? 'unknown';
  return {
    traceId: parent?.[1] ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent?.[2] === undefined ? {} : { parentSpanId: parent[2] }),
    name: `${request.method} ${route}`,
    kind: 2,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: [
      text('http.request.method', request.method),
      text('http.route', route),
      { key: 'http.response.status_code', value: { intValue: String(reply.statusCode) } },
    ],
    status: { code: reply.statusCode >= 500 ? 2 : 0 },
  };
}

function text(key: string, value: string) {
  return { key, value: { stringValue: value } };
}
