import { expect, it } from 'vitest';
import { kappaWord, scoreText } from './agreement-text.ts';

it.each([
  [-0.2, 'worse than chance'],
  [0, 'slight'],
  [0.2, 'slight'],
  [0.21, 'fair'],
  [0.4, 'fair'],
  [0.6, 'moderate'],
  [0.8, 'substantial'],
  [0.81, 'almost perfect'],
  [1, 'almost perfect'],
])('a kappa of %d is %s', (kappa, word) => expect(kappaWord(kappa)).toBe(word));

it.each([
  [0.123456, '0.123'],
  [1, '1'],
  [12_345, '12300'],
])('%d reads %s', (score, text) => expect(scoreText(score)).toBe(text));
