/** What may stand between the cells of a CSV file, and what it is called. */
export const CSV_SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
export type CsvSeparator = keyof typeof CSV_SEPARATORS;

/** How a CSV file is written. */
export interface CsvDialect {
  readonly separator: CsvSeparator;
  /** Characters at its beginning that say only that: a first line `sep=;` with its end, which may be another than the other lines have. */
  readonly skip: number;
  /** The number of the line that comes then. */
  readonly firstLine: number;
}

const PLAIN: CsvDialect = { separator: ',', skip: 0, firstLine: 1 };
/** More is not looked at: nobody writes such a header. */
const HEAD_CHARS_MAX = 1_048_576;
/** How Excel says it, alone on the first line; some programs put quotes round it. */
const SAID = /^(?:sep=([,;\t])|"sep=([,;\t])")(?:\r\n|\r|\n|$)/i;
/** A name may hold a semicolon, and hardly a tab. */
const CANDIDATES: readonly CsvSeparator[] = [',', '\t', ';'];

/**
 * How a CSV file is written, told by its beginning without a byte order mark; null while more of it is needed, until `isWhole`. A first line such as
 * `sep=;` says it, otherwise what stands in the header outside quotes. Where that are several, it is the one that stands in the first
 * row as often, the comma before the others: so no file of commas is taken for another kind. `named` are columns the file is known to
 * have: a header that is one of them, semicolons and all, is one column.
 */
export function csvDialect(head: string, isWhole: boolean, named: ReadonlySet<string> = new Set()): CsvDialect | null {
  const said = SAID.exec(head);
  const [, bare, quoted] = said ?? [];
  if (said !== null && (isWhole || head.length > said[0].length))
    return { separator: CANDIDATES.find((one) => one === (bare ?? quoted)) ?? ',', skip: said[0].length, firstLine: 2 };
  const isCut = head.length > HEAD_CHARS_MAX;
  const [header, row] = firstLines(head.slice(0, HEAD_CHARS_MAX), isWhole && !isCut);
  if (row === undefined && !isWhole && !isCut) return null;
  if (header === undefined) return PLAIN;
  const found = CANDIDATES.filter((one) => header.counts[one] > 0);
  if (!found.includes(',') && named.has(header.text)) return PLAIN;
  const fitting = found.find((one) => header.counts[one] === row?.counts[one]);
  const separator = fitting ?? (found.includes(',') ? ',' : found.toSorted((a, b) => header.counts[b] - header.counts[a])[0]);
  return { ...PLAIN, separator: separator ?? ',' };
}

interface CountedLine {
  readonly text: string;
  /** How often each stands outside quotes. */
  readonly counts: Readonly<Record<CsvSeparator, number>>;
}

/** The header and the first row, as far as they are there: lines that hold anything, with the line ends within their quotes. */
function firstLines(text: string, isWhole: boolean): readonly CountedLine[] {
  const lines: CountedLine[] = [];
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let from = 0;
  let isQuoted = false;
  const end = (at: number): void => {
    if (at > from) lines.push({ text: text.slice(from, at), counts: { ...counts } });
    from = at + 1;
    counts[','] = counts[';'] = counts['\t'] = 0;
  };
  for (const { 0: mark, index } of text.matchAll(/[",;\t\r\n]/g)) {
    // A quote that is written twice opens again what it closed.
    if (mark === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (mark === '\r' || mark === '\n') end(index);
    else if (mark === ',' || mark === ';' || mark === '\t') counts[mark] += 1;
    if (lines.length === 2) break;
  }
  if (isWhole && lines.length < 2) end(text.length);
  return lines;
}
