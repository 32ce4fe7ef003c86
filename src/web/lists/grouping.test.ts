import { expect, it } from 'vitest';
import {
  fieldOf,
  groupingByAttribute,
  groupingName,
  groupingOf,
  groupingParams,
  groupingTitle,
  withoutGroup,
} from './grouping.ts';

it('reads what an address names, and nothing else', () => {
  expect(groupingOf('model')).toBe('model');
  expect(groupingOf('attr:resource.service.version')).toBe('attr:resource.service.version');
  for (const text of ['kind', 'attr:', `attr:${'k'.repeat(257)}`, '', 7, undefined])
    expect(groupingOf(text)).toBeUndefined();
});

it('says of each what it is called, asks for and narrows by', () => {
  const [own, other] = ['error', groupingByAttribute('metadata.tier')] as const;
  expect([groupingName(own), groupingTitle(own), withoutGroup(own)]).toEqual([
    'error',
    'Error',
    'without an error',
  ]);
  expect([groupingName(other), groupingTitle(other), withoutGroup(other)]).toEqual([
    'metadata.tier',
    'metadata.tier',
    'without metadata.tier',
  ]);
  expect([groupingParams(own), fieldOf(own)]).toEqual([{ by: 'error' }, 'error']);
  expect([groupingParams(other), fieldOf(other)]).toEqual([
    { by: 'attribute', attribute_key: 'metadata.tier' },
    { attribute: 'metadata.tier' },
  ]);
});
