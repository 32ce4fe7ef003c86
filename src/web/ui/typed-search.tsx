import { useEffect, useRef, useState } from 'react';
import { SearchField } from './search-field.tsx';

const TYPING_MS = 400;

interface TypedSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly className: string;
}

/** A search field for the server: typed text shows at once and is sent when typing pauses. */
export function TypedSearch({ value, onChange, placeholder, className }: TypedSearchProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => latest.current(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <SearchField
      value={typed}
      onChange={setTyped}
      placeholder={placeholder}
      className={className}
    />
  );
}
