import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('writes cells that a spreadsheet reads and does not run', () => {
  expect(
    csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', 1.5, -2, true, null, undefined, '']),
  ).toBe('plain,"a,b","say ""hi""","two\nlines",1.5,-2,true,,,\r\n');
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u{200b}=1',
    '＝1',
  ])
    expect(csvLine([text])).toMatch(/^"?'/);
  expect(csvLine(['=HYPERLINK("http://evil","x")'])).toBe(
    `"'=HYPERLINK(""http://evil"",""x"")"\r\n`,
  );
});
