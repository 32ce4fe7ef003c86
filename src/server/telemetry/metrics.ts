import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { FastifyInstance } from 'fastify';

export type Labels = Readonly<Record<string, string>>;

export interface CounterHandle {
  add(count: number, labels?: Labels): void;
}
export interface HistogramHandle {
  observe(value: number, labels?: Labels): void;
}

/**
 * The five things we ask of a metrics library, so that it can be replaced. Names are stable:
 * dashboards depend on them.
 */
export interface Metrics {
  counter(name: string, help: string, labelNames?: readonly string[]): CounterHandle;
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames?: readonly string[],
  ): HistogramHandle;
  /** A gauge that is read on each scrape. */
  gauge(name: string, help: string, read: () => number): void;
  /** The text exposition format. */
  render(): Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Fastify's own mark for a plugin whose hooks hold for what is registered after it, too. */
const NOT_ENCAPSULATED = Symbol.for('skip-override');

/** Metrics in a registry of their own, so that two servers in one process do not share figures. */
export function createMetrics(options: { readonly processMetrics: boolean }): Metrics {
  const registry = new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  return {
    counter(name, help, labelNames = []) {
      const counter = new Counter({
        name,
        help,
        labelNames: [...labelNames],
        registers: [registry],
      });
      return {
        add: (count, labels) => {
          if (count > 0) counter.inc(labels ?? {}, count);
        },
      };
    },
    histogram(name, help, buckets, labelNames = []) {
      const histogram = new Histogram({
        name,
        help,
        buckets: [...buckets],
        labelNames: [...labelNames],
        registers: [registry],
      });
      return { observe: (value, labels) => histogram.observe(labels ?? {}, value) };
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/**
 * Counts and times requests by route (as declared, so that ids do not make new series) and by class
 * of status.
 */
export function httpMetrics(metrics: Metrics): (app: FastifyInstance) => Promise<void> {
  const duration = metrics.histogram(
    'telltale_http_request_seconds',
    'Time to answer a request.',
    SECONDS,
    ['method', 'route', 'status'],
  );
  const plugin = async (app: FastifyInstance): Promise<void> => {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unknown';
      duration.observe(reply.elapsedTime / 1000, {
        method: request.method,
        route,
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      });
    });
  };
  return Object.assign(plugin, { [NOT_ENCAPSULATED]: true });
}
