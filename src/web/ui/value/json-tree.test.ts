import { describe, expect, it } from 'vitest';
import type { Json } from '#web/platform/text/json.ts';
import { HITS_MAX, JsonTree } from './json-tree.ts';

const shown = (tree: JsonTree): string[] =>
  tree
    .rows(0, tree.rowCount)
    .map((row) => `${' '.repeat(row.depth)}${row.key ?? '$'}=${row.preview}`);

describe('a JSON value as a tree', () => {
  const value: Json = { name: 'Ada\nLovelace', list: [1, true, null], empty: {} };

  it('is open where it is small, and closes and opens', () => {
    const tree = new JsonTree(value);
    expect(shown(tree)).toEqual([
      '$=3 keys',
      ' name=Ada Lovelace',
      ' list=3 items',
      '  0=1',
      '  1=true',
      '  2=null',
      ' empty=0 keys',
    ]);
    tree.toggle(tree.rows(2, 3)[0]?.node ?? -1);
    expect(shown(tree)).toEqual([
      '$=3 keys',
      ' name=Ada Lovelace',
      ' list=3 items',
      ' empty=0 keys',
    ]);
    // Empty or missing values stay collapsed.
    tree.toggle(tree.rows(3, 4)[0]?.node ?? -1);
    tree.toggle(4711);
    expect(tree.rowCount).toBe(4);
  });

  it('counts thousands in groups', () => {
    expect(shown(new JsonTree(Array.from({ length: 1200 }, () => 0)))[0]).toBe('$=1,200 items');
  });

  it('finds keys and texts, also in what is closed, and leads there', () => {
    const tree = new JsonTree({
      a: { b: { c: ['needle', 'x'] } },
      needles: 1,
      ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, at])),
    });
    const hits = tree.find('NEEDLE');
    expect(hits.map((node) => tree.pathOf(node))).toEqual([['a', 'b', 'c', 0], ['needles']]);
    const row = tree.reveal(hits[0] ?? -1);
    expect(tree.rows(row, row + 1)[0]).toMatchObject({ key: 0, preview: 'needle', depth: 4 });
    expect(tree.find('')).toEqual([]);
    tree.fold();
    expect(tree.rowCount).toBe(303);
  });

  it('gives values and paths as they are', () => {
    // as: JSON.parse gives nothing else
    const tree = new JsonTree(JSON.parse('{"__proto__":{"x":"text\\n"},"list":[{"y":1}]}') as Json);
    const [text] = tree.find('text');
    expect(tree.pathOf(text ?? -1)).toEqual(['__proto__', 'x']);
    expect(tree.textOf(text ?? -1)).toBe('text\n');
    expect(tree.textOf(0)).toBe(
      '{\n  "__proto__": {\n    "x": "text\\n"\n  },\n  "list": [\n    {\n      "y": 1\n    }\n  ]\n}',
    );
  });

  it('opens a large value without numbering its hidden parts', () => {
    const wide = new JsonTree(
      Array.from({ length: 100_000 }, (_, index) => ({ id: index, text: 'abc' })),
    );
    expect(wide.rowCount).toBe(100_001);
    expect(wide.rows(99_999, 100_000)[0]).toMatchObject({
      key: 99_998,
      type: 'object',
      open: false,
    });
    expect(wide.find('abc').length).toBe(HITS_MAX);
    let deep: Json = 'end';
    for (let level = 0; level < 5000; level++) deep = [deep];
    expect(new JsonTree(deep).find('end').length).toBe(1);
  });
});
