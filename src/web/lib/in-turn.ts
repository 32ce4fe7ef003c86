const underWay = new Map<string, Promise<unknown>>();

/** Does what is asked under one key one after the other, in the order asked; what failed does not keep the next from its turn. */
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
