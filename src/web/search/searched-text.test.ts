import { expect, it } from 'vitest';
import type { SpanSearched } from '#contracts/search/span-search.ts';
import { asPrefixes, projectsText, termsText, withoutPhrases } from './searched-text.ts';

const TERMS: SpanSearched['terms'] = [
  { text: 'refund policy', type: 'phrase' },
  { text: 'order', type: 'word' },
  { text: 'cust', type: 'prefix' },
];

function inProjects(count: number, ...projects: readonly string[]): string {
  return projectsText({ terms: [], back_to: null, project_count: count, projects: [...projects] });
}

it('says what was searched for and where', () => {
  expect(termsText({ terms: TERMS })).toBe('“refund policy” as a phrase, “order” and “cust…”');
  expect(inProjects(1, 'shop')).toBe('project shop');
  expect(inProjects(3, 'a', 'b', 'c')).toBe('3 projects (a, b and c)');
  expect(inProjects(1200, 'a', 'b', 'c', 'd')).toBe('1,200 projects (a, b and 1,198 others)');
  expect(inProjects(0)).toBe('0 projects');
});

it('widens a search that finds nothing', () => {
  expect(withoutPhrases({ terms: TERMS })).toBe('refund policy order cust*');
  expect(withoutPhrases({ terms: TERMS.slice(1) })).toBe(null);
  // One word of a script without spaces.
  expect(withoutPhrases({ terms: [{ text: '東京', type: 'phrase' }] })).toBe(null);
  expect(asPrefixes({ terms: TERMS })).toBe(null);
  expect(asPrefixes({ terms: TERMS.slice(1, 2) })).toBe('order*');
});
