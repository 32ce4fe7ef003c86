import { describe, expect, it } from 'vitest';
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
