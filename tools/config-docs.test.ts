import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONFIGURATION_PAGE, configurationPage } from './config-docs.ts';

it('the committed page about settings is what the schema says; else run `npm run docs:configuration`', () => {
  expect(readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(configurationPage());
});
