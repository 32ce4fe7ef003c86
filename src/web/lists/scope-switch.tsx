import type { ReactNode } from 'react';
import { SCOPES, type Scope } from './search-params.ts';

const LABELS: Readonly<Record<Scope, string>> = {
  traces: 'Traces',
  spans: 'All spans',
  llm: 'LLM calls',
};

interface ScopeSwitchProps {
  readonly label: string;
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  /** Content beside the choices. */
  readonly children?: ReactNode;
}

/** The listed or measured rows: always visible, never a hidden filter. */
export function ScopeSwitch({ label, scope, onScope, children }: ScopeSwitchProps) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="flex h-30 shrink-0 items-center rounded-control border border-line2 p-2"
    >
      {SCOPES.map((one) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === scope}
          onClick={() => onScope(one)}
          className={`touch h-24 flex-1 rounded-chip px-10 text-12 font-medium whitespace-nowrap ${one === scope ? 'bg-bg3 text-text1' : 'text-text2 hover:text-text1'}`}
        >
          {LABELS[one]}
        </button>
      ))}
      {children}
    </div>
  );
}
