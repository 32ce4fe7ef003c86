import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#contracts/wire/errors.ts';
import type { ReadBudget } from '#core/ports/span-store.ts';

/**
 * Lets other requests of the thread have a turn. Rejects with `deadline_exceeded` when the result
 * is no longer wanted.
 */
export type Turn = () => Promise<void>;

export function turnsWithin(budget: ReadBudget): Turn {
  return async () => {
    await nextTurn();
    if (budget.over())
      throw new AppError(
        'deadline_exceeded',
        'The figures took too long and were stopped. Compare fewer experiments.',
      );
  };
}
