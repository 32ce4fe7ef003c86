import { join } from 'node:path';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { settlingSpan } from './settling-span.ts';

/**
 * Stores spans, deletes some and settles, so many times or without end, and prints a line for each
 * thing that was acknowledged. Takes the directory, the number of the next span and how many times.
 */
const [directory = '', first = '1', rounds = 'Infinity'] = process.argv.slice(2);
const AT_ONCE = 120;
/** Of settling, before spans are deleted: so that deletes come while blocks are packed. */
const STEPS_MAX = 7;
const QUIET_MS = 120_000;

let now = 0;
const store = openSpanStore(join(directory, 'spans.db'), {
  attributesOf: () => null,
  freeBytesMin: 0,
  clock: () => now,
});
const end = Number(first) + AT_ONCE * Number(rounds);
for (let next = Number(first); next < end; next += AT_ONCE) {
  const records = Array.from({ length: AT_ONCE }, (_, i) => settlingSpan(next + i));
  await store.writer.write([{ projectName: 'p', records }]);
  console.log(`stored ${next + AT_ONCE - 1}`);
  const deleted = [next + 3, next + 50, Math.max(1, next - 200)];
  console.log(`deleting ${deleted.join(' ')}`);
  for (let step = (next / AT_ONCE) % STEPS_MAX; step > 1; step -= 1)
    await store.upkeep.settle('all');
  await store.eraser.deleteSpans(deleted);
  console.log(`deleted ${deleted.join(' ')}`);
  while ((await store.upkeep.settle('all')) !== 'done');
  now += QUIET_MS;
  while ((await store.upkeep.settle('all')) !== 'done');
}
store.close();
