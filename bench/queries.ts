import { parseArgs } from 'node:util';
import { BenchServer } from './bench-server.ts';
import { encodeExportRequest, encodeSpan } from '../tools/otlp/export-request.ts';
import { sendExport } from '../tools/seed/export-client.ts';
import { generateLoad } from './load/load-generator.ts';
import { measureQueries, sampleValues } from './queries/query-set.ts';
import { readEverything } from './queries/read-everything.ts';
import { diskBytes, memoryMb } from './server-figures.ts';

const HELP = `Measures reads against a server that holds many spans: every budget on reading, as p50 and p95.

  node bench/queries.ts [options]

  --spans N      load so many first (1000000); 0 measures what is there
  --url URL      a running server (its project "load"); without it one is started
  --dir DIR      data directory for the started server, kept; a temporary one otherwise
  --rounds N     times each query is asked (50)
  --read N       spans to read in pages of 1,000 (100000)
  --json         JSON lines instead of a table`;

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '1000000' },
    url: { type: 'string' },
    dir: { type: 'string' },
    rounds: { type: 'string', default: '50' },
    read: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const server = values.url === undefined ? await BenchServer.start(values.dir) : null;
  const url = values.url ?? server?.url ?? '';
  try {
    const spans = Number(values.spans);
    if (spans > 0) await load(url, spans);
    await sendLargeTraces(url);
    const samples = await sampleValues(url, 'load');
    for await (const result of measureQueries(url, 'load', samples, Number(values.rounds))) {
      const { name, budget, p50Ms, p95Ms, note } = result;
      if (values.json) console.log(JSON.stringify(result));
      else
        console.log(
          `${name.padEnd(52)} p50 ${p50Ms.toFixed(1).padStart(8)} ms   p95 ${p95Ms.toFixed(1).padStart(8)} ms   ${budget} ${note}`,
        );
    }
    const { read, seconds } = await readEverything(url, 'load', Number(values.read));
    console.log(
      `read ${read.toLocaleString('en')} spans with attributes in pages of 1,000: ${Math.round(read / seconds).toLocaleString('en')} spans/s (at least 20,000)`,
    );
    if (server !== null)
      console.log(
        `memory ${memoryMb(server.pid).now.toFixed(0)} MB, disk ${(diskBytes(server.directory) / 1e6).toFixed(0)} MB`,
      );
  } finally {
    await server?.dispose();
  }
}

async function load(url: string, spans: number): Promise<void> {
  const report = await generateLoad({
    url,
    wire: 'http',
    project: 'load',
    connections: 8,
    spansPerRequest: 512,
    spanBytes: 1_600,
    gzip: false,
    spansMax: spans,
    durationMsMax: 3_600_000,
    rate: 0,
    templates: 64,
    seed: Date.now() % 2 ** 31,
  });
  console.log(
    `loaded ${report.spans.toLocaleString('en')} spans at ${Math.round(report.spansPerSecond).toLocaleString('en')}/s, errors ${JSON.stringify(report.errors)}`,
  );
}

/**
 * Traces of 100, 2,000, 10,000 and 100,000 spans, in a project of their own; each root names the
 * size.
 */
async function sendLargeTraces(url: string): Promise<void> {
  for (const size of [100, 2_000, 10_000, 100_000]) {
    const traceId = largeTraceId(size);
    const rootId = spanId(0);
    for (let sent = 0; sent < size; sent += 1_000) {
      const spans = Array.from({ length: Math.min(1_000, size - sent) }, (_, at) => {
        const number = sent + at;
        const start = BigInt(Date.now()) * 1_000_000n + BigInt(number) * 1_000n;
        return encodeSpan({
          traceId,
          spanId: spanId(number),
          parentSpanId:
            number === 0 ? null : number < 50 ? rootId : spanId(Math.floor(number / 50)),
          name: number === 0 ? `trace of ${size}` : `step ${number % 40}`,
          startTimeUnixNano: start,
          endTimeUnixNano: start + 5_000_000n,
          attributes: {
            'openinference.span.kind': number % 7 === 0 ? 'LLM' : 'CHAIN',
            'input.value': `input ${number}`,
            'output.value': `output ${number}`,
          },
        });
      });
      await sendExport(
        Uint8Array.from(encodeExportRequest({ 'service.name': 'bench' }, { name: 'bench' }, spans)),
        {
          url,
          project: 'large',
        },
      );
    }
  }
}

/** The same every time, so that a second run over the same data finds them. */
function largeTraceId(size: number): Buffer {
  const id = Buffer.alloc(16, 0xab);
  id.writeUInt32BE(size, 0);
  return id;
}

function spanId(number: number): Buffer {
  const id = Buffer.alloc(8, 0xcd);
  id.writeUInt32BE(number, 0);
  return id;
}
