import { expect, it } from 'vitest';
import { ColumnFitter, foldedWidth } from './fitted-columns.ts';
import type { ListColumn } from '#web/lists/list-columns.ts';

type Row = Readonly<Record<string, string>>;

const fitter = () =>
  new ColumnFitter<Row>({
    text: (id, row) => row[id] ?? '',
    value: (id, row) => row[id] ?? null,
    px: (text) => text.length * 7,
  });
const columns = (...ids: string[]): readonly ListColumn[] =>
  ids.map((id) => ({ id, width: null, pinned: false }));
const rowsOf = (count: number, row: (at: number) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, at) => row(at));

it('makes a column as wide as its longest text, within its bounds', () => {
  const fit = fitter().fit(columns('name', 'model', 'session', 'started'), [
    { name: 'support-agent', model: 'gpt-4o-mini-2024-07-18-preview', session: 's' },
    { name: 'plan', model: 'gpt-4o', session: '' },
  ]);
  // 13 characters, the mark and the count beside them, the padding.
  expect(fit.get('name')).toEqual({ natural: 13 * 7 + 56 + 17, folded: null });
  expect(fit.get('model')?.natural).toBe(160);
  expect(fit.get('session')?.natural).toBe(72);
  expect(fit.has('started')).toBe(false);
});

it('folds a column while all rows have one value, and not again after they had two', () => {
  const one = fitter();
  const alike = rowsOf(6, (at) => ({ name: 'agent', input: `question ${at}` }));
  expect(one.fit(columns('name', 'input', 'user'), alike).get('name')?.folded).toBe('agent');
  expect(one.fit(columns('name', 'input', 'user'), alike).get('input')?.folded).toBeNull();
  expect(one.fit(columns('name', 'input', 'user'), alike).get('user')?.folded).toBe('');
  expect(one.fit(columns('name'), [...alike, { name: 'planner' }]).get('name')?.folded).toBeNull();
  expect(one.fit(columns('name'), alike).get('name')?.folded).toBeNull();
});

it('folds nothing of a few rows, of a chosen width, or of figures that are there', () => {
  const alike = rowsOf(6, () => ({ name: 'agent', cost: '0.1' }));
  expect(fitter().fit(columns('name'), alike.slice(0, 5)).get('name')?.folded).toBeNull();
  expect(
    fitter()
      .fit([{ id: 'name', width: 120, pinned: false }], alike)
      .has('name'),
  ).toBe(false);
  expect(fitter().fit(columns('cost', 'tokens'), alike).get('cost')?.folded).toBeNull();
  expect(fitter().fit(columns('cost', 'tokens'), alike).get('tokens')?.folded).toBe('');
});

it('unfolds by rows that come in at either end, and by one that was read anew', () => {
  const alike = rowsOf(8, () => ({ name: 'agent' }));
  const other = { name: 'planner' };
  const after = (rows: readonly Row[]) => {
    const one = fitter();
    one.fit(columns('name'), alike);
    return one.fit(columns('name'), rows).get('name')?.folded;
  };
  expect(after([...alike, ...rowsOf(3, () => ({ name: 'agent' }))])).toBe('agent');
  expect([
    after([...alike, other]),
    after([other, ...alike]),
    after([...alike.slice(2), other]),
    after([other, ...alike.slice(0, 5)]),
    after([...alike.slice(0, 3), other, ...alike.slice(4)]),
    after([other, ...alike.slice(1)]),
    after(rowsOf(8, (at) => (at === 4 ? other : { name: 'agent' }))),
  ]).toEqual([null, null, null, null, null, null, null]);
});

it('gives the same widths while a list grows, so that no row is drawn again', () => {
  const one = fitter();
  const shown = columns('name', 'model');
  const rows = rowsOf(80, (at) => ({
    name: `agent ${at}`,
    model: at > 70 ? 'a much longer name' : `gpt-${at % 5}`,
  }));
  const first = one.fit(shown, rows.slice(0, 60));
  expect(one.fit(shown, rows)).toBe(first);
});

it('is as wide folded as its head, within bounds', () => {
  expect([
    foldedWidth('user', 10),
    foldedWidth('user', 60),
    foldedWidth('user', 400),
    foldedWidth('name', 10),
  ]).toEqual([44, 77, 96, 64]);
});

it('measures figures with digits of one width, as they are set', () => {
  const px = (text: string, isFigure: boolean): number =>
    7 * text.length - (isFigure ? 0 : 3 * text.split('1').length);
  const read = {
    text: (_id: string, cost: string) => cost,
    value: (_id: string, cost: string) => cost,
    px,
  };
  const fitOf = (cost: string) =>
    new ColumnFitter<string>(read)
      .fit([{ id: 'cost', width: null, pinned: false }], [cost])
      .get('cost');
  expect(fitOf('$0.00111111')).toEqual(fitOf('$0.00888888'));
});
