import { seedTraces } from './seed/seed-plan.ts';
import { annotationsOf, type SeedAnnotation } from './seed/annotations.ts';
import { SendError } from './seed/export-client.ts';
import { sendExperiments } from './seed/send-experiments.ts';
import { sendAnnotations } from './seed/send-annotations.ts';
import { sendTraces } from './seed/send-traces.ts';
import { Random } from './otlp/random.ts';
import { readCount, readOptions, refuse } from './script-options.ts';

const HELP = `Fills a running server with example data: four projects, agents, retrieval, conversations, errors, annotations, over the last days; and a
dataset with three experiments.

  npm run seed -- [options]

  --url URL      where the server is (http://127.0.0.1:6006, or the port in SERVICE_PORT)
  --traces N     how many (10000)
  --days N       over how many days up to now (7)
  --examples N   of the dataset (500; 0 for no dataset and no experiments)
  --seed N       another number, other data (1)
  --api-key KEY  when the server asks for one (or SERVICE_API_KEY)`;

const { values } = readOptions(HELP, {
  options: {
    url: {
      type: 'string',
      default: `http://127.0.0.1:${process.env['SERVICE_PORT'] ?? process.env['PHOENIX_PORT'] ?? '6006'}`,
    },
    traces: { type: 'string', default: '10000' },
    days: { type: 'string', default: '7' },
    examples: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    'api-key': { type: 'string' },
  },
});
const traceCount = readCount('--traces', values.traces);
const days = readCount('--days', values.days);
const exampleCount = values.examples === '0' ? 0 : readCount('--examples', values.examples);
const seedNumber = readCount('--seed', values.seed);

await ensureServer();
try {
  await seed();
} catch (error) {
  if (!(error instanceof SendError)) throw error;
  console.error(
    `${error.message}${/: 40[13] /.test(error.message) ? ' (a key is given with --api-key or SERVICE_API_KEY)' : ''}`,
  );
  process.exitCode = 1;
}

/** Sending would try again for half a minute. */
async function ensureServer(): Promise<void> {
  if (!URL.canParse(values.url))
    refuse(`--url takes an address such as http://127.0.0.1:6006, not '${values.url}'`);
  try {
    await (await fetch(new URL('/health', values.url))).arrayBuffer();
  } catch {
    refuse(
      `No server answers at ${values.url}: start one with npm start, or say with --url where it is`,
    );
  }
}

async function seed(): Promise<void> {
  const apiKey = values['api-key'] ?? process.env['SERVICE_API_KEY'];
  const started = performance.now();
  const traces = seedTraces({
    traces: traceCount,
    seed: seedNumber,
    days,
    nowUnixNano: BigInt(Date.now()) * 1_000_000n,
  });
  const options = { url: values.url, ...(apiKey === undefined ? {} : { apiKey }) };
  const annotations: SeedAnnotation[] = [];
  // A separate generator: the traces stay unchanged.
  const random = new Random(seedNumber + 1);
  function* annotated() {
    for (const trace of traces) {
      annotations.push(...annotationsOf(trace, random));
      yield trace;
    }
  }
  const sent = await sendTraces(annotated(), options);
  const stored = await sendAnnotations(annotations, options);
  const runs =
    exampleCount === 0
      ? 0
      : await sendExperiments(
          { examples: exampleCount, seed: seedNumber + 2, nowMs: Date.now() },
          options,
        );
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${sent.traces.toLocaleString('en')} traces, ${sent.spans.toLocaleString('en')} spans, ${stored.toLocaleString('en')} annotations, ${runs.toLocaleString('en')} runs of experiments in ${seconds.toFixed(1)} s. Open ${values.url}`,
  );
}
