import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvDialect } from './csv-dialect.ts';

const separatorOf = (text: string, named?: ReadonlySet<string>) =>
  csvDialect(text, true, named)?.separator;

describe('the separator of a CSV file', () => {
  it.each<[string, string, string]>([
    ['commas', 'a,b,c\n1,2,3\n', ','],
    ['semicolons', 'a;b;c\n1;2;3\n', ';'],
    ['tabs', 'a\tb\n1\t2\n', '\t'],
    ['one column', 'a\n1;2\n', ','],
    ['nothing', '', ','],
    ['empty lines alone', '\n\r\n', ','],
    ['a header alone', 'a;b', ';'],
    ['a header after empty lines, with a return at its end', '\r\n\r\na;b\r1;2\r', ';'],
    ['semicolons and decimal commas', 'a;b\n1,5;2,5\n', ';'],
    ['semicolons in a first row that is too short', 'a;b\n1\n', ';'],
    ['a comma within quotes', '"last, first";b\n1;2\n', ';'],
    ['semicolons within quotes', '"a;b;c;d",e\n1,2\n', ','],
    ['quotes within quotes', '"a "","", b";c\n1;2\n', ';'],
    ['a line end within quotes', '"a,\nb";c\n1;2\n', ';'],
    ['a comma in a name, by the first row', 'price, EUR;b;c\n1;2;3\n', ';'],
    ['a comma in a name over decimal commas', 'price, EUR;n\n1,5;2\n', ';'],
    ['commas in names over decimal commas', 'price, EUR;weight, kg;n\n1,5;2,5;3', ';'],
    ['a comma in a name over decimal commas, tabs between', 'price, EUR\tn\n1,5\t2\n', '\t'],
    ['a comma and a space over a comma that is none of a number', 'a, b;c\n1,x;y\n', ','],
    ['a comma and a space, and nothing else', 'a, b\n1,2\n', ','],
    ['semicolons in a name, by the first row', 'one of (a; b; c),d\n1,2\n', ','],
    ['semicolons in a name, and a first row that fits neither', 'one of (a; b; c),d\n1\n', ','],
    ['commas and semicolons in a header alone', 'a;b;c,d\n', ','],
    ['commas and semicolons in equal numbers', 'a,b;c\n1,2;3\n', ','],
    ['commas and semicolons in names, tabs between', 'a, b; c\td\n1\t2\n', '\t'],
    ['a semicolon in a name, a tab between, and nothing more', 'a; b\tc', '\t'],
    ['a semicolon in the first row only', 'a,b\n1;2,3\n', ','],
  ])('is detected from %s', (_what, text, separator) => {
    expect(csvDialect(text, true)).toEqual({ separator, skip: 0, firstLine: 1 });
  });

  it('is what the first line says', () => {
    for (const [first, separator] of [
      ['sep=;', ';'],
      ['SEP=,', ','],
      ['sep=\t', '\t'],
      ['"sep=;"', ';'],
    ])
      for (const end of ['\n', '\r\n', '\r', ''])
        expect(csvDialect(`${first}${end}${end === '' ? '' : 'a,b;c'}`, true)).toEqual({
          separator,
          skip: `${first}${end}`.length,
          firstLine: 2,
        });
    expect(csvDialect('sep=,b\n1,2\n', true)).toMatchObject({ separator: ',', skip: 0 });
    expect(csvDialect('sep=;b\n1;2\n', true)).toMatchObject({ separator: ';', skip: 0 });
    expect(csvDialect('sep=|\n1\n', true)).toMatchObject({ separator: ',', skip: 0 });
    expect(csvDialect('\nsep=;\n1,2\n', true)?.skip).toBe(0);
  });

  it('is no part of a header that is a known column as a whole', () => {
    expect(separatorOf('which; why\nthis\n', new Set(['which; why']))).toBe(',');
    expect(separatorOf('which; why\nthis\n', new Set(['which']))).toBe(';');
  });

  it('waits for the header and the first row, and not for ever', () => {
    for (const text of ['', 'sep=;', 'sep=;\r', 'a;b', 'a;b\n', 'a;b\n1;', '"a\n\n', '\n\n\n'])
      expect(csvDialect(text, false)).toBeNull();
    expect(csvDialect('sep=;\na', false)).toEqual({ separator: ';', skip: 6, firstLine: 2 });
    expect(csvDialect('sep=;\ra', false)).toEqual({ separator: ';', skip: 6, firstLine: 2 });
    expect(csvDialect('a;b\n1;2\r', false)?.separator).toBe(';');
    expect(csvDialect(`a;"${'b'.repeat(2_000_000)}`, false)?.separator).toBe(',');
    expect(csvDialect(`a;b\n"${'c'.repeat(2_000_000)}`, false)?.separator).toBe(';');
  });

  it('is the comma for whatever was written with commas', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ';', '\t', ' ', '"', ',', '\n') });
    const written = (text: string): string =>
      /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const table = fc.integer({ min: 2, max: 4 }).chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 })); // prettier-ignore
    fc.assert(
      fc.property(table, (rows) => {
        expect(separatorOf(rows.map((cells) => cells.map(written).join(',')).join('\n'))).toBe(',');
      }),
    );
  });
});
