import type { ReactNode } from 'react';

/** The popup below a field: its errors, then the completions at the caret. */
export function BelowField({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute top-full left-0 z-40 mt-4 flex w-full flex-col items-start gap-4 *:pointer-events-auto">
      {children}
    </div>
  );
}
