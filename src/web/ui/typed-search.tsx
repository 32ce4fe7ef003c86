import { useEffect, useRef, useState } from 'react';
import { SearchField } from './search-field.tsx';

const TYPING_MS = 400;

interface TypedSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly className: string;
  /** Typing that pauses for so long is sent. */
  readonly pauseMs?: number;
  readonly hasFocus?: boolean;
  readonly onDown?: () => void;
}

/**
 * A search field for the server: typed text shows at once and is sent when typing pauses. What was
 * sent comes back as `value` a moment later, and doesn't replace what was typed meanwhile.
 */
export function TypedSearch({ value, onChange, pauseMs = TYPING_MS, ...field }: TypedSearchProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef<string>(null);
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = null;
  }, [value]);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      latest.current(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, pauseMs]);
  return <SearchField {...field} value={typed} onChange={setTyped} />;
}
