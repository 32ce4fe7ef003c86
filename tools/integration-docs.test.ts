import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraries } from '../test/frameworks/record.ts';
import { integrationFiles } from './integration-docs.ts';
import { integrationPages, packagesOf } from './integrations/integration-page.ts';
import { ALL_FACTS, FIELD_NAMES } from './integrations/what-is-read.ts';

const PROGRAMS = path.resolve(import.meta.dirname, '../test/frameworks/programs');
const sourcesOf = (slug: string): string =>
  readdirSync(path.join(PROGRAMS, slug))
    .filter((file) => /\.(?:py|mjs)$/.test(file))
    .map((file) => readFileSync(path.join(PROGRAMS, slug, file), 'utf8'))
    .join('\n');

it('the committed pages, their index and the lines of the first run are made from the table; else run `npm run docs:integrations`', () => {
  for (const [file, text] of integrationFiles()) expect(readFileSync(file, 'utf8'), file).toBe(text);
});

it('every program has a page, and every page a program', () => {
  expect(
    integrationPages()
      .map(({ slug }) => slug)
      .toSorted(),
  ).toEqual(libraries());
});

it('every fact of the table has a name on the pages', () => {
  expect(ALL_FACTS).toHaveLength(Object.keys(FIELD_NAMES).length);
});

describe.each(integrationPages().map((page) => [page.slug, page] as const))('%s', (slug, page) => {
  it("the program runs the page's lines, and sets up nothing besides", () => {
    const source = sourcesOf(slug);
    expect(source).toMatch(page.code === 'python' ? /^(?:from set_up import|import set_up)\b/m : /from '\.\/set-up\.mjs'/);
    expect(source).not.toMatch(
      /TracerProvider|SpanExporter|instrument\(|OTLPTraceExporter|OtelExporter|Traceloop\.init|openlit\.init|logfire\.configure/,
    );
  });

  it('what the page installs is pinned for the program', () => {
    const [requirements, manifest] = ['requirements.txt', 'package.json'].map((file) => path.join(PROGRAMS, slug, file));
    const pinned = existsSync(requirements ?? '')
      ? new Set([...readFileSync(requirements ?? '', 'utf8').matchAll(/^([\w.-]+)==/gm)].map(([, name]) => name))
      : new Set(Object.keys((JSON.parse(readFileSync(manifest ?? '', 'utf8')) as { dependencies: object }).dependencies));
    expect(packagesOf(page).filter((name) => !pinned.has(name))).toEqual([]);
  });

  it('the page says where spans go, and which key where one is needed', () => {
    expect(page.shell).toContain('http://localhost:6006');
    expect(page.shell).toContain('openinference.project.name=my-app');
    expect(page.shell).toMatch(/^# export \w+="api_key=\$SERVICE_API_KEY" /m);
  });
});
