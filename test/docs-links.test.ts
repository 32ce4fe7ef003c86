import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The documents beside README.md, where GitHub looks for them too. */
const ROOT_DOCS = readdirSync(ROOT).filter((file) => file.endsWith('.md'));
const DOCS = readdirSync(path.join(ROOT, 'docs'), { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.md'))
  .map((file) => path.posix.join('docs', file));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

it('links between documents lead to files that are there', () => {
  const dead = [...ROOT_DOCS, ...DOCS].flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)[^)]*\)/g)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((target) => !existsSync(path.join(ROOT, target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(dead).toEqual([]);
});

it('the index by task names every document but decisions and pages of frameworks, which have indexes of their own', () => {
  const index = read('docs/README.md');
  const named = DOCS.map((file) => path.posix.relative('docs', file)).filter(
    (file) => !/^(?:README\.md|adr\/\d|integrations\/(?!README))/.test(file),
  );
  expect(named.filter((file) => !index.includes(`(${file})`))).toEqual([]);
});
