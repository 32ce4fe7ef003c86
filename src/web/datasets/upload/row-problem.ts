/** The error in one row of a file, and its fix. */
export class RowProblem extends Error {
  /** From 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'RowProblem';
    this.line = line;
  }
}
