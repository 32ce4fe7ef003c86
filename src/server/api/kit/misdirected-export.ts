import type { FastifyRequest } from 'fastify';

const SHOWN_CHARS = 80;
const OTHER_SIGNAL = /\/v1\/(logs|metrics)\/?$/i;
const TRACE_PATH = /\/v1\/traces?\/?$/i;
const EXPORT_TYPE = /^application\/(x-protobuf|grpc)/i;

/** What to tell an exporter of OpenTelemetry whose address is not quite right; null for whatever else asks for a path that is not there. */
export function misdirectedExport({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): string | null {
  if (method !== 'POST') return null;
  const path = url.split('?')[0] ?? '';
  const shown = path.length > SHOWN_CHARS ? `${path.slice(0, SHOWN_CHARS)}…` : path;
  const signal = OTHER_SIGNAL.exec(path)?.[1]?.toUpperCase();
  if (signal !== undefined)
    return `Only traces are taken, at POST /v1/traces, and nothing at POST ${shown}. To stop sending it, set OTEL_${signal}_EXPORTER=none.`;
  const isExport = TRACE_PATH.test(path) || EXPORT_TYPE.test(headers['content-type'] ?? '');
  return isExport ? `No spans are taken at POST ${shown}: send them to POST /v1/traces.` : null;
}
