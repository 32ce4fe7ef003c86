import { join } from 'node:path';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { settlingSpan } from './settling-span.ts';

/**
 * Stores spans, deletes some and settles, without end, and prints a line for each thing that was
 * acknowledged. Takes the directory and the number of the next span.
 */
const [directory = '', first = '1'] = process.argv.slice(2);
const AT_ONCE = 120;
const QUIET_MS = 120_000;

let now = 0;
const store = openSpanStore(join(directory, 'spans.db'), {
  attributesOf: () => null,
  freeBytesMin: 0,
  clock: () => now,
});
for (let next = Number(first); ; next += AT_ONCE) {
  const records = Array.from({ length: AT_ONCE }, (_, i) => settlingSpan(next + i));
  await store.writer.write([{ projectName: 'p', records }]);
  console.log(`stored ${next + AT_ONCE - 1}`);
  const deleted = [next + 3, next + 50, Math.max(1, next - 200)];
  console.log(`deleting ${deleted.join(' ')}`);
  await store.eraser.deleteSpans(deleted);
  console.log(`deleted ${deleted.join(' ')}`);
  while ((await store.upkeep.settle('all')) !== 'done');
  now += QUIET_MS;
  while ((await store.upkeep.settle('all')) !== 'done');
}
