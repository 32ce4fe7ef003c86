import { useEffect, useRef } from 'react';
import { useKeys } from '#web/platform/keys/keys.ts';
import { Kbd } from './button.tsx';
import { Icon } from './icon.tsx';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly className?: string;
  /** Enter; `back` with Shift. */
  readonly onEnter?: (back: boolean) => void;
  /** The arrow that leads on to what was found; Enter does as well, where it does nothing else. */
  readonly onDown?: () => void;
  /** Whether one can type at once. */
  readonly hasFocus?: boolean;
}

/** A field to find with; `/` goes to it, Esc clears and leaves it. */
export function SearchField({
  value,
  onChange,
  placeholder,
  className = '',
  onDown,
  onEnter = onDown === undefined ? undefined : () => onDown(),
  hasFocus = false,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);
  useKeys({ '/': { what: 'Find', run: () => input.current?.select() } });
  return (
    <label
      className={`flex h-30 min-w-0 items-center gap-8 rounded-control border border-line2 bg-bg1 px-8 text-text3 focus-within:border-focus ${className}`}
    >
      <Icon name="search" size={14} />
      <span className="sr-only">{placeholder}</span>
      <input
        ref={input}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.(event.shiftKey);
          if (event.key === 'ArrowDown' && onDown !== undefined) {
            event.preventDefault();
            onDown();
          }
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onChange('');
          event.currentTarget.blur();
        }}
        className="min-w-0 flex-1 bg-transparent text-13 text-text1 outline-none"
      />
      <span className="max-md:hidden">
        <Kbd>/</Kbd>
      </span>
    </label>
  );
}
