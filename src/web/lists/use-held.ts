import { useState } from 'react';

/**
 * The last value there was under a key, while there is none: what was shown stays while something
 * fails.
 */
export function useHeld<T>(key: string, value: T | undefined): T | undefined {
  const [held, setHeld] = useState<{ readonly key: string; readonly value: T } | null>(null);
  if (value !== undefined && (held?.key !== key || held.value !== value)) setHeld({ key, value });
  return value ?? (held?.key === key ? held.value : undefined);
}
