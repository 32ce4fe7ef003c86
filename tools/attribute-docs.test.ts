import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROMOTED_KEYS } from '#core/semconv/promoted-attributes.ts';
import { ATTRIBUTES_PAGE, attributesPage } from './attribute-docs.ts';

it('the committed page about attributes is what the tables say; else run `npm run docs:attributes`', () => {
  expect(readFileSync(ATTRIBUTES_PAGE, 'utf8')).toBe(attributesPage());
});

it('every promoted attribute fills one field only: the skim tells a key by its place', () => {
  expect([...new Set(PROMOTED_KEYS)]).toEqual(PROMOTED_KEYS);
});
