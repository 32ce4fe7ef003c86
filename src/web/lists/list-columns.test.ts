import { expect, it } from 'vitest';
import { gridOf } from '#web/traces/rows/column-grid.ts';
import { NO_FIT } from '#web/traces/rows/fitted-columns.ts';
import {
  ATTRIBUTE_COLUMNS_MAX,
  attributeColumn,
  attributeKeysOf,
  columnsOfText,
  columnsText,
  defaultColumns,
  moveColumn,
} from './list-columns.ts';

it('writes columns into an address and reads them back', () => {
  const columns = [
    { id: 'name', width: 240, pinned: true },
    { id: 'input', width: null, pinned: false },
    { id: attributeColumn('metadata.tier, ~50 %'), width: 90, pinned: false },
  ];
  expect(columnsOfText(columnsText(columns))).toEqual(columns);
  expect(columnsText(defaultColumns('llm'))).toBe(
    'status,started,name,input,output,duration,tokens,cost,annotations,model',
  );
});

it('leaves out what it does not know, and what is twice', () => {
  expect(columnsOfText('name,nonsense,name,attr:,attr:%,constructor,cost~99999,cost~9999')).toEqual(
    [
      { id: 'name', width: null, pinned: false },
      { id: 'cost', width: 900, pinned: false },
    ],
  );
  expect(columnsOfText('')).toBeNull();
  const many = Array.from({ length: 30 }, (_, n) => `attr:k${n}`).join(',');
  expect(attributeKeysOf(columnsOfText(many) ?? [])).toHaveLength(ATTRIBUTE_COLUMNS_MAX);
});

it('keeps pinned columns at the left', () => {
  expect(columnsOfText('name,!cost,input')?.map(({ id }) => id)).toEqual(['cost', 'name', 'input']);
  expect(moveColumn(defaultColumns(undefined), 'cost', 0).map(({ id }) => id)[0]).toBe('cost');
  const pinned = [
    { id: 'cost', width: null, pinned: true },
    ...defaultColumns(undefined).slice(0, 3),
  ];
  expect(moveColumn(pinned, 'name', 0).map(({ id }) => id)).toEqual([
    'cost',
    'name',
    'status',
    'started',
  ]);
});

it('fits the default columns beside the sidebar at 1024 px, without the facets', () => {
  for (const scope of [undefined, 'llm'])
    expect(gridOf(defaultColumns(scope), NO_FIT).leastWidth).toBeLessThanOrEqual(1024 - 208);
  expect(gridOf(defaultColumns(undefined), NO_FIT).template).toContain('minmax(80px,2fr)');
  expect(gridOf([{ id: 'cost', width: 90, pinned: false }], NO_FIT).template).toBe(
    '30px 90px minmax(0,1fr)',
  );
});

it('lets a column be as wide as what it holds, and give way in a narrow list', () => {
  const fit = new Map([['name', { natural: 180, folded: null }]]);
  expect(gridOf([{ id: 'name', width: null, pinned: false }], fit)).toEqual({
    template: '30px minmax(88px,180px) minmax(0,1fr)',
    leastWidth: 118,
  });
  expect(gridOf([{ id: 'name', width: null, pinned: true }], fit).template).toContain(' 180px ');
});
