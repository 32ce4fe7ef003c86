import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { parameterFolder } from './parameter-words.ts';

const fold = parameterFolder(
  Type.Object({ sync: Type.Boolean(), cursor: Type.String(), name: Type.String() }),
);

it.each([
  ['True', 'true'],
  ['1', 'true'],
  ['on', 'true'],
  ['False', 'false'],
  ['0', 'false'],
  ['maybe', 'maybe'],
  ['', ''],
])('reads a flag of %j as %j', (sent, read) => {
  const parameters = { sync: sent };
  fold(parameters);
  expect(parameters).toEqual({ sync: read });
});

it('leaves an empty cursor out, and the words of other parameters as they are', () => {
  const parameters = { cursor: '', name: 'True' };
  fold(parameters);
  expect(parameters).toEqual({ name: 'True' });
});
