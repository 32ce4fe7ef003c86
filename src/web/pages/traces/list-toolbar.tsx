import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Kbd } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useKeys } from '../../lib/keys.ts';
import { sessionsPath } from '../../lib/paths.ts';
import { SCOPES } from '../../lib/search-params.ts';
import type { ListSearch } from '../../lib/search-params.ts';

const SCOPE_LABELS = { traces: 'Traces', spans: 'All spans', llm: 'LLM calls' };

interface ListToolbarProps {
  readonly project: string;
  readonly search: ListSearch;
  readonly onChange: (changes: { q?: string | undefined; scope?: ListSearch['scope'] | undefined; sort?: undefined }) => void;
}

/** What is listed, and the condition on it. */
export function ListToolbar({ project, search, onChange }: ListToolbarProps) {
  const scope = search.scope ?? 'traces';
  return (
    <div className="flex shrink-0 items-center gap-12 border-b border-line1 px-12 py-6 max-md:flex-col max-md:items-stretch">
      <div role="radiogroup" aria-label="What to list" className="flex h-30 shrink-0 items-center rounded-control border border-line2 p-2">
        {SCOPES.map((one) => (
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === scope}
            onClick={() => onChange({ scope: one === 'traces' ? undefined : one, sort: undefined })}
            className={`h-24 flex-1 rounded-chip px-10 text-12 font-medium whitespace-nowrap ${one === scope ? 'bg-bg3 text-text1' : 'text-text2 hover:text-text1'}`}
          >
            {SCOPE_LABELS[one]}
          </button>
        ))}
        <Link to={sessionsPath(project)} className="px-10 text-12 font-medium text-text2 hover:text-text1 md:hidden">
          Sessions
        </Link>
      </div>
      <FilterField value={search.q ?? ''} scope={scope} onApply={(text) => onChange({ q: text === '' ? undefined : text })} />
    </div>
  );
}

/** The condition as it is typed; applied on Enter. What is typed is the truth: a reply never rewrites it. */
function FilterField({ value, scope, onApply }: { value: string; scope: string; onApply: (text: string) => void }) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(value), [value]);
  useKeys({ '/': { what: 'Filter', run: () => input.current?.select() } });
  const example = scope === 'traces' ? 'latency_ms > 4000 and error_count > 0' : "latency_ms > 1000 and span_kind == 'LLM'";
  return (
    <form
      role="search"
      className="flex h-30 min-w-0 flex-1 items-center gap-8 rounded-control border border-line2 max-md:flex-none bg-bg1 px-8 text-text3 focus-within:border-focus"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
    >
      <Icon name="filter" size={14} />
      <input
        ref={input}
        aria-label="Filter"
        value={text}
        placeholder={example}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
        className="mono min-w-0 flex-1 bg-transparent text-text1 outline-none"
      />
      {text !== value && <span className="text-11 max-md:hidden">Enter to apply</span>}
      {value !== '' && (
        <button type="button" aria-label="Clear the filter" onClick={() => onApply('')} className="hover:text-text1">
          <Icon name="close" size={13} />
        </button>
      )}
      <span className="max-md:hidden">
        <Kbd>/</Kbd>
      </span>
    </form>
  );
}
