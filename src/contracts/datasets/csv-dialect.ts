/** The possible cell separators of a CSV file, with their names. */
export const CSV_SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
export type CsvSeparator = keyof typeof CSV_SEPARATORS;

/**
 * Ends a line of a CSV file outside quotes. A file may mix several line ends, for example after
 * files were joined. The pair CRLF is one line end.
 */
export const CSV_LINE_ENDS = ['\r\n', '\n', '\r'] as const; // as: of these very texts

/** How a CSV file is written. */
export interface CsvDialect {
  readonly separator: CsvSeparator;
  /**
   * Characters at its beginning that say only that: a first line `sep=;` with its end, which may be
   * another than the other lines have.
   */
  readonly skip: number;
  /** The number of the line that comes then. */
  readonly firstLine: number;
}

const PLAIN: CsvDialect = { separator: ',', skip: 0, firstLine: 1 };
/** More is not looked at: real headers are shorter. */
const HEAD_CHARS_MAX = 1_048_576;
/** How Excel says it, alone on the first line; some programs put quotes round it. */
const SEP_LINE = /^(?:sep=([,;\t])|"sep=([,;\t])")(?:\r\n|\r|\n|$)/i;
/** A name may hold a semicolon, and hardly a tab. */
const CANDIDATES: readonly CsvSeparator[] = [',', '\t', ';'];

/**
 * Detects a CSV file's separator from its beginning, which has no byte order mark. Returns null
 * while more of the file is needed, until `isWhole`. A first line such as `sep=;` decides;
 * otherwise the separators found outside quotes in the header do. If there are several, the one
 * that occurs as often in the first row wins, the comma first, so a comma-separated file is never
 * misread. A comma counts as text only where those in the header are followed by a space, as in
 * "price, EUR", and those in the row are between digits, as in "1,5". `named` are columns the file
 * is known to have: a header that equals one of them, semicolons included, is one column.
 */
export function csvDialect(
  head: string,
  isWhole: boolean,
  named: ReadonlySet<string> = new Set(),
): CsvDialect | null {
  const declared = SEP_LINE.exec(head);
  const [, bare, quoted] = declared ?? [];
  if (declared !== null && (isWhole || head.length > declared[0].length))
    return {
      separator: CANDIDATES.find((one) => one === (bare ?? quoted)) ?? ',',
      skip: declared[0].length,
      firstLine: 2,
    };
  const isCut = head.length > HEAD_CHARS_MAX;
  const [header, row] = firstLines(head.slice(0, HEAD_CHARS_MAX), isWhole && !isCut);
  if (row === undefined && !isWhole && !isCut) return null;
  if (header === undefined) return PLAIN;
  const isText = (one: CsvSeparator): boolean =>
    one === ',' && header.hasSpacedCommas && row?.hasDecimalCommas === true;
  const found = CANDIDATES.filter((one) => header.counts[one] > 0);
  if (!found.includes(',') && named.has(header.text)) return PLAIN;
  const fitting = found
    .filter((one) => header.counts[one] === row?.counts[one])
    .toSorted((a, b) => Number(isText(a)) - Number(isText(b)))[0];
  const separator =
    fitting ??
    (found.includes(',') ? ',' : found.toSorted((a, b) => header.counts[b] - header.counts[a])[0]);
  return { ...PLAIN, separator: separator ?? ',' };
}

interface CountedLine {
  readonly text: string;
  /** How often each separator occurs outside quotes. */
  readonly counts: Readonly<Record<CsvSeparator, number>>;
  /** Whether a space follows each comma outside quotes. */
  readonly hasSpacedCommas: boolean;
  /** Whether each occurrence is between digits. */
  readonly hasDecimalCommas: boolean;
}

/**
 * The header and the first row, as far as they are there: lines that hold anything, with the line
 * ends within their quotes.
 */
function firstLines(text: string, isWhole: boolean): readonly CountedLine[] {
  const lines: CountedLine[] = [];
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let from = 0;
  let isQuoted = false;
  let [spaced, decimal] = [0, 0];
  const end = (at: number): void => {
    const written = {
      hasSpacedCommas: counts[','] === spaced,
      hasDecimalCommas: counts[','] === decimal,
    };
    if (at > from) lines.push({ text: text.slice(from, at), counts: { ...counts }, ...written });
    from = at + 1;
    counts[','] = counts[';'] = counts['\t'] = spaced = decimal = 0;
  };
  for (const { 0: mark, index } of text.matchAll(/[",;\t\r\n]/g)) {
    // A quote that is written twice opens again what it closed.
    if (mark === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (mark === '\r' || mark === '\n') end(index);
    else if (mark === ',' || mark === ';' || mark === '\t') {
      counts[mark] += 1;
      if (mark === ',' && text[index + 1] === ' ') spaced += 1;
      if (mark === ',' && /^\d,\d/.test(text.slice(Math.max(0, index - 1), index + 2)))
        decimal += 1;
    }
    if (lines.length === 2) break;
  }
  if (isWhole && lines.length < 2) end(text.length);
  return lines;
}
