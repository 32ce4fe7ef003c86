import { AppError } from '#contracts/errors.ts';

/** What is wrong with one row of an upload. The detail begins with where it is, such as `Line 7: `. */
export class RowError extends AppError {
  /** From 1. */
  readonly line: number;

  constructor(line: number, detail: string) {
    super('unprocessable', detail);
    this.line = line;
  }
}
