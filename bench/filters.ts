import { parseArgs } from 'node:util';
import path from 'node:path';
import { andSpanPredicates, attributePredicate } from '#core/filter/attribute-predicate.ts';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import type { SpanPredicate } from '#core/filter/predicate.ts';
import { openSpanReader } from '#server/stores/spans/sqlite/open-reader.ts';
import { spanAttributes } from '#server/compose/threads/span-attributes.ts';

/**
 * The CPU cost of filters without an index, in one thread, without HTTP: `node bench/filters.ts
 * --dir DIR`. None of them matches, so every span of the project is read.
 */
const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    project: { type: 'string', default: 'load' },
    rounds: { type: 'string', default: '3' },
  },
});
const FILTERS: readonly string[] = [
  "tool.name == 'no_such_tool'",
  "tool.name != 'run_sql' and tool.name in ['no', 'such']",
  "'no such text' in input.value",
  'float(metadata.no_such_key) > 3',
  'llm.token_count.prompt_details.cache_read > 1e12',
  'input.value is None and output.value is None and metadata is None and tool.name is None',
  "llm.input_messages[0].message.role == 'nobody'",
  "name == 'no such name' or tool.name == 'no_such_tool'",
  'latency_ms > 1e9 or float(a.b) > 3',
  "resource.service.version == 'no such version'",
];

if (values.dir === undefined)
  console.log('node bench/filters.ts --dir DIR [--project NAME] [--rounds N]');
else await main(values.dir);

async function main(directory: string): Promise<void> {
  const store = openSpanReader(path.join(directory, 'spans.db'), { attributesOf: spanAttributes });
  const project = await store.projectReader.findProject({ name: values.project });
  if (project === null) throw new Error(`There is no project ${values.project}.`);
  const window = { startUnixNano: 0n, endUnixNano: 2n ** 62n };
  const spans = (await store.figures.series(project.id, window, 1))[0]?.spans ?? 0;
  const measure = async (name: string, filter: SpanPredicate | null): Promise<void> => {
    if (filter === null) return;
    let best = Infinity;
    let found = 0;
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const before = process.cpuUsage();
      const page = await store.reader.spans(
        { projectId: project.id, sort: 'start_time', order: 'desc', limit: 20, filter },
        { over: () => false },
      );
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / spans);
      found = page.rows.length;
    }
    console.log(
      `${name.padEnd(90)} ${best.toFixed(2)} µs of CPU a span, ${Math.round(1e6 / best).toLocaleString('en')}/s; ${found} found`,
    );
  };
  for (const text of FILTERS) await measure(text, compileSpanFilter(text));
  await measure(
    'attribute=tool.name:no_such_tool',
    andSpanPredicates(attributePredicate(['tool.name:no_such_tool'])),
  );
  store.close();
}
