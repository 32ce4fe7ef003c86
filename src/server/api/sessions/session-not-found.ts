import { AppError } from '#contracts/wire/errors.ts';

export function sessionNotFound(session: string): AppError {
  return new AppError('not_found', `Session '${session.slice(0, 80)}' not found`);
}
