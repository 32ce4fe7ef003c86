const underWay = new Map<string, Promise<unknown>>();

/** Runs the tasks of a key one after the other, in order; a failed one doesn't block the next. */
export async function inTurn<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
  const turn = (underWay.get(key) ?? Promise.resolve()).catch(() => undefined).then(run);
  underWay.set(key, turn);
  try {
    return await turn;
  } finally {
    if (underWay.get(key) === turn) underWay.delete(key);
  }
}

/** Whether something asked under a key is not done yet. */
export function isInTurn(key: string): boolean {
  return underWay.has(key);
}
