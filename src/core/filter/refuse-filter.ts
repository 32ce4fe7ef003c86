import { AppError } from '#contracts/errors.ts';

/** Refuses a filter: the reason, and where in the text (counted from 1, as editors do). */
export function refuseFilter(why: string, at: number): never {
  throw new AppError('invalid_request', `${why} (at character ${at + 1} of the filter)`);
}
