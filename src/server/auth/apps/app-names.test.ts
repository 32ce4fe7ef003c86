import { expect, it } from 'vitest';
import { isLookAlikeName } from './app-names.ts';

const BUILT_IN = ['Phoenix CLI', 'phoenix-cli'];

it.each([
  'Phoenix CLI',
  'phoenix-cli',
  'PhoenixCLI',
  'P h o e n i x  C L I',
  'Ｐhoenix CLI',
  'Phöenix CLI',
  'Рhоеnіх СLІ', // Cyrillic where it looks the same
  'PH0EN1X CLI',
  'Phoenlx CLl',
  'Phoenix CLI (official)',
  'The Phoenix App',
  'Official Phoenix CLI v2',
  'Phoenix CLI 1.0',
  'Arize Phoenix',
  'Telltale',
  'TELLTALE',
  'TeIItaIe',
  'Te11ta1e',
  'Теlltаlе',
  'Tell-tale',
  'Telltale Server',
  'Telltale Support',
  'Telltale login',
  '“Telltale”',
])('%s can be taken for what the server knows', (name) => {
  expect(isLookAlikeName(name, BUILT_IN)).toBe(true);
});

it.each([
  'Claude Code (telltale)',
  'Cursor',
  'Visual Studio Code',
  'My editor',
  'phoenix-mcp',
  'Exporter for Telltale',
  'Élan ✨',
  'Редактор',
  'エディタ',
  'CLI',
  'The app',
  'An app without a name',
])('%s is a name of its own', (name) => {
  expect(isLookAlikeName(name, BUILT_IN)).toBe(false);
});
