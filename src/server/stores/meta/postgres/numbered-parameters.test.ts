import { expect, it } from 'vitest';
import { numberParameters } from './numbered-parameters.ts';

it('numbers question marks, but for those in texts and names', () => {
  expect(numberParameters(`SELECT ?, 'a?''?', "b?" FROM t WHERE x IN (?, ?)`)).toBe(
    `SELECT $1, 'a?''?', "b?" FROM t WHERE x IN ($2, $3)`,
  );
  expect(numberParameters('SELECT $1')).toBe('SELECT $1');
});
