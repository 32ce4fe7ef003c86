import { describe, expect, it } from 'vitest';
import { csvHead, csvPage, exportColumns, providerPage } from './export-page.ts';

const line = (example: object) =>
  `${JSON.stringify({ id: 'x', node_id: 'RGF0', input: {}, output: {}, metadata: {}, splits: [], ...example })}\n`;
const csvOf = (lines: string, raw = false) => {
  const contents = lines.split('\n').flatMap((text) => {
    if (text === '') return [];
    const { splits } = JSON.parse(text) as { splits: unknown[] }; // as: made below
    const [, rest = ''] = /"input":(.*),"splits":/.exec(text) ?? [];
    return [`${rest.replace(',"output":', ',').replace(',"metadata":', ',')},${splits.length > 0 ? 1 : 0}`];
  });
  const columns = exportColumns(contents.join(','), 'plain');
  return `${csvHead(columns)}${csvPage(lines, columns, { style: 'plain', raw })}`;
};

describe('an export as CSV', () => {
  it('has columns in the order they appear in, lists as JSON, and splits last', () => {
    const lines = [
      line({ input: { q: 'why?', chat: { turns: [1, 'a'], n: 2 } }, output: { a: 'so, "that"' } }),
      line({ id: 'y', input: { z: null, q: 'é\nf' }, metadata: { ok: true }, splits: ['b', 'a'] }),
    ].join('');
    expect(csvOf(lines).split('\r\n')).toEqual([
      'id,node_id,input.q,input.chat.turns,input.chat.n,output.a,metadata.ok,splits',
      'x,RGF0,why?,"[1,""a""]",2,"so, ""that""",,[]',
      'y,RGF0,"é\nf",,,,true,"[""b"",""a""]"',
      '',
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])('has nothing that a spreadsheet would run: %j', (text) => {
    const lines = line({ id: text, input: { q: text, n: -1 } });
    const cell = /["\r]/.test(text) ? `"'${text}"` : `'${text}`;
    expect(csvOf(lines).split('\r\n').slice(1).join('\r\n')).toBe(`${cell},RGF0,${cell},-1\r\n`);
    expect(csvOf(lines, true)).toContain(`,${/\r/.test(text) ? `"${text}"` : text},-1`);
  });

  it('loses no key, whatever it is called', () => {
    const lines = `{"id":"x","node_id":"n","input":{"__proto__":"a","constructor":"b"},"output":{},"metadata":{},"splits":[]}\n`;
    expect(csvOf(lines)).toBe('id,node_id,input.__proto__,input.constructor\r\nx,n,a,b\r\n');
  });
});

it('writes each example in a provider format, long numbers with every digit', () => {
  const lines = `{"id":"x","node_id":"n","input":{"messages":[{"n":12345678901234567890}]},"output":{"messages":[{"content":"b"}]},"metadata":{},"splits":[]}\n`;
  expect(providerPage(lines, 'fine-tuning')).toBe('{"messages":[{"n":12345678901234567890},{"content":"b"}]}\n');
  expect(providerPage(lines, 'evaluations')).toBe('{"messages":[{"n":12345678901234567890}],"ideal":"b"}\n');
});
