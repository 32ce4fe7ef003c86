/** What is wrong with one row of a file, and what to do about it. */
export class RowProblem extends Error {
  /** From 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'RowProblem';
    this.line = line;
  }
}
