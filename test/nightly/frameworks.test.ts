import { expect, it } from 'vitest';
import { readSpans } from '../frameworks/read-spans.ts';
import { libraries, record } from '../frameworks/record.ts';
import { rowBreaches } from '../frameworks/row-check.ts';

it.each(libraries())('what %s sends today is read as its row of the table says', async (library) => {
  expect(rowBreaches(library, readSpans(await record(library)))).toEqual([]);
});
