import { AppError } from '#contracts/wire/errors.ts';

/** A name that the subject of a filter does not have; it begins where the filter is refused. */
export interface UnknownName {
  readonly written: string;
  /** The name that was most likely meant; null where none is near. */
  readonly meant: string | null;
}

/** A filter that cannot be read: the reason, and where in its text (an offset in UTF-16 units). */
export class FilterRefusal extends AppError {
  readonly why: string;
  readonly at: number;
  readonly unknown: UnknownName | null;

  constructor(why: string, at: number, unknown: UnknownName | null = null) {
    super('unprocessable', `${why} (at character ${at + 1} of the filter)`);
    this.why = why;
    this.at = at;
    this.unknown = unknown;
  }
}

/**
 * Refuses a filter: the reason, and where in the text (counted from 1 in the message, as editors
 * do).
 */
export function refuseFilter(why: string, at: number, unknown: UnknownName | null = null): never {
  throw new FilterRefusal(why, at, unknown);
}
