import { useState } from 'react';

/** Passes commits on to who asks for them, without drawing anything again. */
export interface CommitSignal {
  readonly tell: (stored: number) => void;
  /** Calls back after each commit; the returned function ends it. */
  readonly subscribe: (listener: (stored: number) => void) => () => void;
}

export function useCommitSignal(): CommitSignal {
  const [signal] = useState(makeSignal);
  return signal;
}

function makeSignal(): CommitSignal {
  const listeners = new Set<(stored: number) => void>();
  return {
    tell: (stored) => {
      for (const listener of listeners) listener(stored);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
