import { spanAttributes } from '#server/compose/threads/span-attributes.ts';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import { ClickHouseEngine, hasEngine } from '#test/clickhouse/clickhouse-engine.ts';
import { measureQueries } from './store-queries.ts';
import { SpanFeed } from './store-spans.ts';

/**
 * Measures the span store in ClickHouse alone, on the engine of the tests: `PYTHON_PATH=… node
 * bench/clickhouse.ts [spans] [spans in a group]`. Reports each step of a tenth, then queries. The
 * engine runs one statement at a time.
 */
const ROUNDS = 10;
const total = Number(process.argv[2] ?? 1_000_000);
const group = Number(process.argv[3] ?? 20_000);

if (hasEngine) await main();
else console.log('PYTHON_PATH names no Python with chdb (test/clickhouse/requirements.txt).');

async function main(): Promise<void> {
  const engine = await ClickHouseEngine.start();
  const { name } = await engine.database();
  const store = await openClickHouseStore({
    url: engine.url,
    database: name,
    attributesOf: spanAttributes,
  });
  const feed = new SpanFeed();
  const step = Math.max(group, Math.floor(total / 10));
  const pauses: number[] = [];
  let [stored, mark, spent] = [0, 0, 0];
  while (stored < total) {
    const records = feed.next(group);
    const before = performance.now();
    const [outcome] = await store.writer.write([{ projectName: 'bench', records }]);
    pauses.push(performance.now() - before);
    spent += pauses.at(-1) ?? 0;
    stored += outcome?.stored ?? 0;
    if (stored - mark < step && stored < total) continue;
    const slowest = Math.max(...pauses.splice(0));
    console.log(
      `${stored} spans: ${Math.round(((stored - mark) / spent) * 1000)}/s, slowest write ${Math.round(slowest)} ms`,
    );
    [mark, spent] = [stored, 0];
  }
  const { fileBytes = 0, payloadBytes = 0 } = await store.storage.storage();
  console.log(
    `${Math.round(fileBytes / stored)} bytes each (${((100 * fileBytes) / payloadBytes).toFixed(1)} % of received)`,
  );
  await measureQueries(store, stored, ROUNDS);
  await store.close();
  await engine.stop();
}
