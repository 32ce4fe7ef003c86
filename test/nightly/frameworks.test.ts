import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { FACTS, type Fact } from '#test/frameworks/facts.ts';
import { readSpans } from '#test/frameworks/read-spans.ts';
import { libraries, librariesWithPages, record, recordPage } from '#test/frameworks/record.ts';
import { rowBreaches } from '#test/frameworks/row-check.ts';
import { TABLE } from '#test/frameworks/table.ts';

/** The spans a page's example shows, among all that its library sends. */
const SHOWN: readonly Fact[] = [
  'the model',
  'the question',
  'tokens',
  'a cost for all calls with tokens',
  'the session',
  'the user',
];

/** Spring AI is built with Maven, which not every machine has. */
const hasMaven = spawnSync('mvn', ['--version']).status === 0;
const runnable = libraries().filter((library) => hasMaven || library !== 'spring-ai');
it.skipIf(!hasMaven)('Maven is there, for the program of Spring AI', () =>
  expect(runnable).toEqual(libraries()),
);

it.each(runnable)('what %s sends today is read as its row of the table says', async (library) => {
  expect(rowBreaches(library, readSpans(await record(library)))).toEqual([]);
});

it.each(runnable.filter((library) => librariesWithPages().includes(library)))(
  'who pastes the page of %s sees what it promises, in the project that it names',
  async (library) => {
    const spans = readSpans(await recordPage(library));
    const [row = {}] = Object.values(TABLE[library] ?? {});
    expect(spans.map(({ record: { resource } }) => resource.projectName)).toEqual(
      spans.map(() => library),
    );
    expect(SHOWN.filter((fact) => row[fact] === undefined && !FACTS[fact](spans))).toEqual([]);
  },
);
