import { AppError } from '#contracts/errors.ts';

/** A filter that cannot be read: the reason, and where in its text (an offset in UTF-16 units). */
export class FilterRefusal extends AppError {
  readonly why: string;
  readonly at: number;

  constructor(why: string, at: number) {
    super('unprocessable', `${why} (at character ${at + 1} of the filter)`);
    this.why = why;
    this.at = at;
  }
}

/** Refuses a filter: the reason, and where in the text (counted from 1 in the message, as editors do). */
export function refuseFilter(why: string, at: number): never {
  throw new FilterRefusal(why, at);
}
