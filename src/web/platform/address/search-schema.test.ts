import { expect, it } from 'vitest';
import {
  flag,
  integer,
  oneOf,
  onlyRead,
  searchReader,
  text,
  texts,
  timeRange,
  withChanges,
} from './search-schema.ts';

const read = searchReader({
  range: timeRange,
  find: text,
  label: texts,
  turn: integer(1),
  row: integer(0),
  sort: oneOf(['newest', 'name'], 'newest'),
  new: flag,
  path: oneOf([false]),
  /** By another part. */
  order: (raw, { sort }) => (sort === undefined ? undefined : text(raw)),
});

it.each([
  [{}, {}],
  [
    {
      range: '24h',
      find: 'refund',
      label: ['a', 'b'],
      turn: 3,
      row: 0,
      sort: 'name',
      new: true,
      path: false,
      order: 'asc',
    },
    {
      range: '24h',
      find: 'refund',
      label: ['a', 'b'],
      turn: 3,
      row: 0,
      sort: 'name',
      new: true,
      path: false,
      order: 'asc',
    },
  ],
  // What the router takes for a number or a boolean.
  [
    { find: 123, label: true },
    { find: '123', label: ['true'] },
  ],
  // Defaults.
  [{ range: '7d', sort: 'newest', find: '', label: [], path: true }, {}],
  // Nothing of these is valid, and `else` is unknown.
  [
    {
      range: '2 moons',
      find: {},
      label: [null, {}],
      turn: 0,
      row: 1.5,
      sort: 'toString',
      new: 'true',
      path: 'false',
      order: {},
      else: 1,
    },
    {},
  ],
  [{ turn: Number.MAX_SAFE_INTEGER + 1, row: '3' }, {}],
  [
    { range: '2026-11-20T00:00Z~2026-11-21T00:00Z' },
    { range: '2026-11-20T00:00Z~2026-11-21T00:00Z' },
  ],
  [{ range: '2026-11-21T00:00Z~2026-11-20T00:00Z' }, {}],
])('reads %j', (raw, search) => expect(read(raw)).toEqual(search));

it('reads a longer search with the fields of another one', () => {
  const longer = searchReader({ ...read.fields, of: text });
  expect(longer({ of: 'x', turn: 2 })).toEqual({ of: 'x', turn: 2 });
});

it('hides what it does not know from the router', () => {
  expect(onlyRead(read)({ turn: 2, else: 1 })).toStrictEqual({ turn: 2, else: undefined });
});

it('changes parts, and removes those that are undefined', () => {
  expect(
    withChanges<ReturnType<typeof read>>({ turn: 2, row: 1 }, { turn: undefined, find: 'x' }),
  ).toStrictEqual({ row: 1, find: 'x' });
});
