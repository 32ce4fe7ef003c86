import { AppError } from '#contracts/wire/errors.ts';
import type { ReadBudget } from '#core/ports/span-store.ts';

/** Stops a read whose time is over. */
export function checkBudget(budget: ReadBudget): void {
  if (budget.over()) throw new AppError('deadline_exceeded', 'The query took too long: narrow it.');
}
