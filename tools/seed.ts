import { parseArgs } from 'node:util';
import { encodeExportRequest, encodeSpan } from './otlp/export-request.ts';
import { sendExport } from './seed/export-client.ts';
import { seedTraces } from './seed/seed-plan.ts';

const HELP = `Fills a running server with example data: four projects, agents, retrieval, conversations, errors, over the last days.

  npm run seed -- [options]

  --url URL      where the server is (http://127.0.0.1:6006)
  --traces N     how many (10000)
  --days N       over how many days up to now (7)
  --seed N       another number, other data (1)
  --api-key KEY  when the server asks for one (or SERVICE_API_KEY)`;

const SPANS_PER_REQUEST = 512;
const REQUESTS_IN_FLIGHT = 4;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:6006' },
    traces: { type: 'string', default: '10000' },
    days: { type: 'string', default: '7' },
    seed: { type: 'string', default: '1' },
    'api-key': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else await seed();

async function seed(): Promise<void> {
  const apiKey = values['api-key'] ?? process.env['SERVICE_API_KEY'];
  const started = performance.now();
  const counts = { traces: 0, spans: 0 };
  const inFlight = new Set<Promise<void>>();
  let batch: { project: string; spans: Buffer[] } = { project: '', spans: [] };

  const flush = async () => {
    const { project, spans } = batch;
    batch = { project: '', spans: [] };
    if (spans.length === 0) return;
    if (inFlight.size >= REQUESTS_IN_FLIGHT) await Promise.race(inFlight);
    const resource = {
      'service.name': project,
      'service.version': '1.4.2',
      'deployment.environment.name': 'production',
      'openinference.project.name': project,
    };
    const body = encodeExportRequest(resource, { name: 'telltale.seed', version: '1' }, spans);
    const sending: Promise<void> = sendExport(Uint8Array.from(body), {
      url: values.url,
      project,
      ...(apiKey === undefined ? {} : { apiKey }),
    }).finally(() => inFlight.delete(sending));
    inFlight.add(sending);
  };

  const traces = seedTraces({
    traces: Number(values.traces),
    seed: Number(values.seed),
    days: Number(values.days),
    nowUnixNano: BigInt(Date.now()) * 1_000_000n,
  });
  for (const trace of traces) {
    if (trace.project !== batch.project || batch.spans.length >= SPANS_PER_REQUEST) await flush();
    batch.project = trace.project;
    for (const span of trace.spans) {
      batch.spans.push(encodeSpan(span));
      if (batch.spans.length >= SPANS_PER_REQUEST * 2) {
        await flush();
        batch.project = trace.project;
      }
    }
    counts.traces++;
    counts.spans += trace.spans.length;
  }
  await flush();
  await Promise.all(inFlight);
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${counts.traces.toLocaleString('en')} traces, ${counts.spans.toLocaleString('en')} spans in ${seconds.toFixed(1)} s. Open ${values.url}`,
  );
}
