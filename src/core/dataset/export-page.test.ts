import { describe, expect, it } from 'vitest';
import { columnPath } from './column-path.ts';
import { csvHead, csvPage, exportColumns, providerPage } from './export-page.ts';

interface Example {
  readonly id?: string | null;
  /** JSON texts. */
  readonly input?: string;
  readonly output?: string;
  readonly metadata?: string;
  readonly splits?: readonly string[];
}

const NODE = 'RGF0YXNldEV4YW1wbGU6MQ==';
const csvOf = (examples: readonly Example[], raw = false) => {
  const textsOf = ({ input = '{}', output = '{}', metadata = '{}' }: Example) => [
    input,
    output,
    metadata,
  ];
  const contents = examples
    .flatMap((example) => [...textsOf(example), (example.splits ?? []).length > 0 ? 1 : 0])
    .join(',');
  const values = examples.flatMap((example) => [
    1,
    JSON.stringify(example.id === undefined ? 'x' : example.id),
    ...textsOf(example),
    JSON.stringify(example.splits ?? []),
  ]);
  const columns = exportColumns(contents, 'plain');
  return `${csvHead(columns)}${csvPage(values.join(','), columns, { style: 'plain', raw })}`;
};

describe('an export as CSV', () => {
  it('has columns in the order they appear in, lists as JSON, and splits last', () => {
    const examples = [
      { input: '{"q":"why?","chat":{"turns":[1,"a"],"n":2}}', output: '{"a":"so, \\"that\\""}' },
      {
        id: null,
        input: '{"z":null,"q":"é\\nf","long":12345678901234567890}',
        metadata: '{"ok":true}',
        splits: ['a', 'b'],
      },
    ];
    expect(csvOf(examples).split('\r\n')).toEqual([
      'id,node_id,input.q,input.chat.turns,input.chat.n,output.a,input.long,metadata.ok,splits',
      `x,${NODE},why?,"[1,""a""]",2,"so, ""that""",,,[]`,
      `${NODE},${NODE},"é\nf",,,,12345678901234567890,true,"[""a"",""b""]"`,
      '',
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
    'has nothing that a spreadsheet would run: %j',
    (text) => {
      const examples = [{ id: text, input: JSON.stringify({ q: text, n: -1 }) }];
      const cell = /["\r]/.test(text) ? `"'${text}"` : `'${text}`;
      expect(csvOf(examples).split('\r\n').slice(1).join('\r\n')).toBe(
        `${cell},${NODE},${cell},-1\r\n`,
      );
      expect(csvOf(examples, true)).toContain(`,${/\r/.test(text) ? `"${text}"` : text},-1`);
    },
  );

  it('tells values apart whose columns would have one name', () => {
    const shared = { 'a.b': 1, a: { b: 2, 'c.d': 3 }, 'a.c': { d: 4 }, 'x.y': 5, 'e\\': { f: 6 } };
    const csv = csvOf([{ input: JSON.stringify(shared) }, { input: '{"a.b":7,"a":{"b":null}}' }]);
    expect(csv.split('\r\n')).toEqual([
      String.raw`id,node_id,input.a\.b,input.a.b,input.a.c\.d,input.a\.c.d,input.x.y,input.e\\.f`,
      `x,${NODE},1,2,3,4,5,6`,
      `x,${NODE},,7,,,,`,
      '',
    ]);
    const [, , ...names] = csv.slice(0, csv.indexOf('\r')).split(',');
    expect(names.map((name) => columnPath(name, 'plain'))).toEqual([
      ['a.b'],
      ['a', 'b'],
      ['a', 'c.d'],
      ['a.c', 'd'],
      ['x', 'y'],
      ['e\\', 'f'],
    ]);
  });

  it('loses no key, whatever it is called', () => {
    expect(csvOf([{ input: '{"__proto__":"a","constructor":"b"}' }])).toBe(
      `id,node_id,input.__proto__,input.constructor\r\nx,${NODE},a,b\r\n`,
    );
  });
});

it('writes each example in a provider format, long numbers with every digit', () => {
  const lines = `{"id":"x","node_id":"n","input":{"messages":[{"n":12345678901234567890}]},"output":{"messages":[{"content":"b"}]},"metadata":{},"splits":[]}\n`;
  expect(providerPage(lines, 'fine-tuning')).toBe(
    '{"messages":[{"n":12345678901234567890},{"content":"b"}]}\n',
  );
  expect(providerPage(lines, 'evaluations')).toBe(
    '{"messages":[{"n":12345678901234567890}],"ideal":"b"}\n',
  );
});
