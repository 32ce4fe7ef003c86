import type { CsvDialect, CsvSeparator } from '#contracts/datasets/csv-dialect.ts';
import { RowProblem } from './row-problem.ts';

export interface CsvRow {
  /** The line it begins on, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Where a cell without quotes ends. */
const ENDS: Readonly<Record<CsvSeparator, RegExp>> = {
  ',': /[",\r\n]/g,
  ';': /[";\r\n]/g,
  '\t': /["\t\r\n]/g,
};

/**
 * Reads CSV (RFC 4180, with several line ends: `CSV_LINE_ENDS`) piece by piece as the server will:
 * quotes only around a whole cell, empty lines skipped. Throws a RowProblem for invalid quotes,
 * after which cells can't be separated.
 */
export class CsvRows {
  readonly #separator: CsvSeparator;
  #line: number;
  #startLine: number;
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #afterReturn = false;
  #afterQuotedReturn = false;

  constructor({ separator, firstLine }: Omit<CsvDialect, 'skip'>) {
    this.#separator = separator;
    this.#line = firstLine;
    this.#startLine = firstLine;
  }

  /** The rows that end in this piece, each when it was read: those before a fault are not lost. */
  *push(text: string): Generator<CsvRow> {
    for (let at = 0; at < text.length; at++) {
      const char = text[at] ?? '';
      if (this.#state === 'quoted') {
        const end = text.indexOf('"', at);
        const part = text.slice(at, end < 0 ? text.length : end);
        this.#cell += part;
        this.#countLines(part);
        if (end < 0) break;
        this.#afterQuotedReturn = false;
        this.#state = 'closed';
        at = end;
      } else if (char === '\n' && this.#afterReturn) {
        this.#afterReturn = false;
        this.#startLine = this.#line;
      } else if (char === '\n' || char === '\r') {
        const row = this.#endRow();
        if (row !== null) yield row;
        this.#afterReturn = char === '\r';
        this.#line += 1;
        this.#startLine = this.#line;
      } else {
        this.#afterReturn = false;
        if (char === this.#separator) this.#endCell();
        else if (char === '"') this.#quote();
        else if (this.#state === 'closed')
          throw new RowProblem(
            this.#startLine,
            `A quote ends within a cell, before ${JSON.stringify(char)}: write a quote that belongs to the text twice.`,
          );
        else {
          this.#state = 'plain';
          const ends = ENDS[this.#separator];
          ends.lastIndex = at + 1;
          const end = ends.exec(text)?.index ?? text.length;
          this.#cell += text.slice(at, end);
          at = end - 1;
        }
      }
    }
  }

  /** The last row, where no line end follows it. */
  end(): CsvRow | null {
    if (this.#state === 'quoted')
      throw new RowProblem(
        this.#startLine,
        'A quote is opened in this row and never closed: close it, or write a quote that belongs to the text twice.',
      );
    return this.#endRow();
  }

  /** Those within quotes: a return before a feed counts once, though a piece ends between them. */
  #countLines(quoted: string): void {
    for (const { 0: end, index } of quoted.matchAll(/\r\n?|\n/g))
      if (end !== '\n' || index > 0 || !this.#afterQuotedReturn) this.#line += 1;
    if (quoted !== '') this.#afterQuotedReturn = quoted.endsWith('\r');
  }

  #quote(): void {
    if (this.#state === 'plain')
      throw new RowProblem(
        this.#startLine,
        'A quote is inside a cell: quote the whole cell, and double the quotes inside it.',
      );
    if (this.#state === 'closed') this.#cell += '"';
    this.#state = 'quoted';
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRow(): CsvRow | null {
    const isEmpty = this.#cells.length === 0 && this.#state === 'start';
    if (isEmpty) return null;
    this.#endCell();
    const row = { line: this.#startLine, cells: this.#cells };
    this.#cells = [];
    return row;
  }
}
