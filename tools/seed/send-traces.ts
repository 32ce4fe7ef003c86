import { encodeExportRequest, encodeSpan } from '../otlp/export-request.ts';
import { sendExport } from './export-client.ts';
import type { SeedTrace } from './seed-plan.ts';

const SPANS_PER_REQUEST = 512;
const REQUESTS_IN_FLIGHT = 4;

export interface SendOptions {
  readonly url: string;
  readonly apiKey?: string;
}

/**
 * Sends traces as exporters do: a few requests at once, spans of one project in each. Gives what
 * was sent.
 */
export async function sendTraces(
  traces: Iterable<SeedTrace>,
  options: SendOptions,
): Promise<{ traces: number; spans: number }> {
  const counts = { traces: 0, spans: 0 };
  const inFlight = new Set<Promise<void>>();
  let batch: { project: string; spans: Buffer[] } = { project: '', spans: [] };

  const failures: unknown[] = [];
  const throwFailure = (): void => {
    if (failures.length > 0) throw failures[0];
  };

  const flush = async () => {
    const { project, spans } = batch;
    batch = { project, spans: [] };
    if (spans.length === 0) return;
    throwFailure();
    if (inFlight.size >= REQUESTS_IN_FLIGHT) await Promise.race(inFlight);
    const resource = {
      'service.name': project,
      'service.version': '1.4.2',
      'deployment.environment.name': 'production',
      'openinference.project.name': project,
    };
    const body = encodeExportRequest(resource, { name: 'telltale.seed', version: '1' }, spans);
    const sending: Promise<void> = sendExport(Uint8Array.from(body), { ...options, project })
      .catch((error: unknown) => void failures.push(error))
      .finally(() => inFlight.delete(sending));
    inFlight.add(sending);
  };

  for (const trace of traces) {
    if (trace.project !== batch.project) await flush();
    batch.project = trace.project;
    for (const span of trace.spans) {
      if (batch.spans.push(encodeSpan(span)) >= SPANS_PER_REQUEST) await flush();
    }
    counts.traces++;
    counts.spans += trace.spans.length;
  }
  await flush();
  await Promise.all(inFlight);
  throwFailure();
  return counts;
}
