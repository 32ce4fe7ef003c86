import { readCount, readOptions, refuse } from '../tools/script-options.ts';
import { hasEngine } from '#test/clickhouse/clickhouse-engine.ts';
import { POSTGRES } from '#test/postgres-server.ts';
import { openCollectorTable, openTelltaleOnClickHouse } from './peers/clickhouse-peers.ts';
import { compareLoad } from './peers/compare-load.ts';
import { lossesOf } from './peers/losses.ts';
import type { Peer } from './peers/peer.ts';
import type { LoadName } from './peers/peer-loads.ts';
import { ingestTable, lossTable, readTable } from './peers/tables.ts';
import { openTelltale } from './peers/telltale-peer.ts';
import { openVictoria } from './peers/victoria-peer.ts';

const HELP = `Compares Telltale with other stores of spans: the same spans are sent to each in turns, while the others stand still.

  node bench/peers.ts [options]

  --victoria FILE       VictoriaTraces' program; it runs with its defaults
  --clickhouse          ClickHouse's engine (PYTHON_PATH: a Python with chdb), with the table of the
                        OpenTelemetry Collector
  --both                Telltale on that engine (needs PostgreSQL)
  --no-telltale         leave Telltale on SQLite out
  --loads A,B           in-order, out-of-order, single, agents, kill (all)
  --spans N             in order, of 1.7 KB with texts of their own, over six days (1000000)
  --disordered N        any time within an hour, each naming another of 1,000 sessions (300000)
  --single N            each in a request of its own (30000)
  --agents N            that send their whole conversation with each of 40 calls (300)
  --killed N            sent, in order, until kill -9 (200000)
  --rounds N            times that each read is asked, of the spans in order (30)`;
const LOADS = ['in-order', 'out-of-order', 'single', 'agents', 'kill'];

const { values } = readOptions(HELP, {
  options: {
    victoria: { type: 'string' },
    clickhouse: { type: 'boolean', default: false },
    both: { type: 'boolean', default: false },
    'no-telltale': { type: 'boolean', default: false },
    loads: { type: 'string', default: LOADS.join(',') },
    spans: { type: 'string', default: '1000000' },
    disordered: { type: 'string', default: '300000' },
    single: { type: 'string', default: '30000' },
    agents: { type: 'string', default: '300' },
    killed: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '30' },
  },
});
const counts: Readonly<Record<LoadName, number>> = {
  'in-order': readCount('--spans', values.spans),
  'out-of-order': readCount('--disordered', values.disordered),
  single: readCount('--single', values.single),
  agents: readCount('--agents', values.agents),
};
const rounds = readCount('--rounds', values.rounds);
const chosen = values.loads.split(',');
for (const load of chosen)
  if (!LOADS.includes(load)) refuse(`--loads takes ${LOADS.join(', ')}, not '${load}'`);
if ((values.clickhouse || values.both) && !hasEngine)
  refuse('--clickhouse and --both need a Python with chdb in PYTHON_PATH');
if (values.both && POSTGRES === null) refuse('--both needs PostgreSQL');

for (const load of ['in-order', 'out-of-order', 'single', 'agents'] as const) {
  if (!chosen.includes(load)) continue;
  const peers = await openAll();
  try {
    const results = await compareLoad(peers, { load, count: counts[load], rounds });
    console.log(ingestTable(load, results));
    if (results.some(({ reads }) => reads.length > 0)) console.log(readTable(results));
  } finally {
    for (const peer of peers) await peer.dispose();
  }
}
if (chosen.includes('kill')) {
  const peers = await openAll();
  try {
    console.log(lossTable(await lossesOf(peers, readCount('--killed', values.killed))));
  } finally {
    for (const peer of peers) await peer.dispose();
  }
}

async function openAll(): Promise<readonly Peer[]> {
  const peers: Peer[] = [];
  if (!values['no-telltale']) peers.push(await openTelltale());
  if (values.victoria !== undefined) peers.push(await openVictoria(values.victoria));
  if (values.clickhouse) peers.push(await openCollectorTable());
  if (values.both) peers.push(await openTelltaleOnClickHouse());
  return peers;
}
