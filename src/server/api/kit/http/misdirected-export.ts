import type { FastifyRequest } from 'fastify';

const SHOWN_CHARS = 80;
const METRICS_PATH = /\/v1\/metrics?\/?$/i;
const TRACE_PATH = /\/v1\/traces?\/?$/i;
const LOGS_PATH = /\/v1\/logs?\/?$/i;
const EXPORT_TYPE = /^application\/(x-protobuf|grpc)/i;

/** The hint for an OpenTelemetry exporter with a slightly wrong address; null for any other unknown path. */
export function misdirectedExport({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): string | null {
  if (method !== 'POST') return null;
  const path = url.split('?')[0] ?? '';
  const shown = path.length > SHOWN_CHARS ? `${path.slice(0, SHOWN_CHARS)}…` : path;
  if (METRICS_PATH.test(path))
    return `No metrics are taken at POST ${shown}: spans go to POST /v1/traces, GenAI events to POST /v1/logs. To stop sending metrics, set OTEL_METRICS_EXPORTER=none.`;
  if (LOGS_PATH.test(path)) return `No log records are taken at POST ${shown}: send them to POST /v1/logs.`;
  const isExport = TRACE_PATH.test(path) || EXPORT_TYPE.test(headers['content-type'] ?? '');
  return isExport ? `No spans are taken at POST ${shown}: send them to POST /v1/traces.` : null;
}
