import { describe, expect, it } from 'vitest';
import { prettyText } from '#web/trace/conversation.ts';
import {
  laidOutJson,
  parseExactJson,
  previewText,
  rawNumber,
  unwrapExactJson,
} from './exact-json.ts';
import { JsonTree } from '#web/ui/value/json-tree.ts';

describe('exact JSON', () => {
  it('keeps numbers as they were written', () => {
    const text = '{"a":12345678901234567890,"b":[1.50,1e3,0.1,7],"__proto__":{"c":-0.0}}';
    expect(JSON.stringify(parseExactJson(text))).toBe(text);
  });

  it('is what is shown of a text: laid out, as a tree, and of a number alone', () => {
    const text = '{"user_id":1234567890123456789,"price":1.50}';
    expect(prettyText(text)).toBe('{\n  "user_id": 1234567890123456789,\n  "price": 1.50\n}');
    const tree = new JsonTree(parseExactJson(text));
    expect(tree.rows(1, 3).map(({ type, preview, children }) => [type, preview, children])).toEqual(
      [
        ['number', '1234567890123456789', 0],
        ['number', '1.50', 0],
      ],
    );
    expect(tree.find('123456789012345678')).toEqual([1]);
    expect(tree.textOf(1)).toBe('1234567890123456789');
    expect(rawNumber(parseExactJson('1.50'))).toBe('1.50');
    expect(rawNumber({ rawJSON: '1' })).toBeNull();
    expect(unwrapExactJson('[broken')).toBe('[broken');
  });
});

describe('a preview', () => {
  it('is one line, as long as it may be', () => {
    expect(previewText('x'.repeat(50), 10)).toBe('x'.repeat(10));
    expect(previewText({ a: [1, null, 'q"'], b: {} }, 100)).toBe(
      '{"a": [1, null, "q\\""], "b": {}}',
    );
    expect(previewText(undefined, 10)).toBe('');
    expect(previewText(parseExactJson('[12345678901234567890]') as never, 100)).toBe(
      '[12345678901234567890]',
    );
  });

  it('costs no more than it shows', () => {
    let looks = 0;
    const great: Record<string, string> = {};
    const get = () => {
      looks += 1;
      return 'x'.repeat(100);
    };
    for (let index = 0; index < 20_000; index += 1)
      Object.defineProperty(great, `key${index}`, { enumerable: true, get });
    expect(previewText(great, 60).length).toBeLessThanOrEqual(60);
    expect(looks).toBeLessThan(10);
  });

  it('is shown in one line where it is nested so deep that indents would be most of it', () => {
    const deep = `${'{"k":[1.50,'.repeat(8000)}{"é":"\\n","list":[],"none":null}${']}'.repeat(8000)}`;
    const value = JSON.parse(deep) as never; // as: JSON.parse gives nothing else
    expect(laidOutJson(value)).toBe(deep.replaceAll('1.50', '1.5'));
    const plain = `${'['.repeat(90_000)}${']'.repeat(90_000)}`;
    expect(prettyText(plain)).toBe(plain);
    expect(new JsonTree(parseExactJson(plain)).textOf(0)).toBe(plain);
  });
});
