import { AppError } from '#contracts/wire/errors.ts';

/** An error in one row of an upload. The detail begins with its position, such as `Line 7: `. */
export class RowError extends AppError {
  /** From 1. */
  readonly line: number;

  constructor(line: number, detail: string) {
    super('unprocessable', detail);
    this.line = line;
  }
}
