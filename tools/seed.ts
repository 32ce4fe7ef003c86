import { parseArgs } from 'node:util';
import { seedTraces } from './seed/seed-plan.ts';
import { judgementsOf } from './seed/judgements.ts';
import type { Judgement } from './seed/judgements.ts';
import { sendJudgements } from './seed/send-judgements.ts';
import { sendTraces } from './seed/send-traces.ts';
import { Random } from './otlp/random.ts';

const HELP = `Fills a running server with example data: four projects, agents, retrieval, conversations, errors, judgements, over the last days.

  npm run seed -- [options]

  --url URL      where the server is (http://127.0.0.1:6006)
  --traces N     how many (10000)
  --days N       over how many days up to now (7)
  --seed N       another number, other data (1)
  --api-key KEY  when the server asks for one (or SERVICE_API_KEY)`;

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
  const traces = seedTraces({
    traces: Number(values.traces),
    seed: Number(values.seed),
    days: Number(values.days),
    nowUnixNano: BigInt(Date.now()) * 1_000_000n,
  });
  const options = { url: values.url, ...(apiKey === undefined ? {} : { apiKey }) };
  const judgements: Judgement[] = [];
  // A generator of its own: the traces stay what they are.
  const random = new Random(Number(values.seed) + 1);
  function* judged() {
    for (const trace of traces) {
      judgements.push(...judgementsOf(trace, random));
      yield trace;
    }
  }
  const sent = await sendTraces(judged(), options);
  const stored = await sendJudgements(judgements, options);
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${sent.traces.toLocaleString('en')} traces, ${sent.spans.toLocaleString('en')} spans, ${stored.toLocaleString('en')} judgements in ${seconds.toFixed(1)} s. Open ${values.url}`,
  );
}
