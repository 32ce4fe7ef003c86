import type { Ref, TextareaHTMLAttributes } from 'react';

interface TextAreaProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'onChange' | 'value'
> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled field for a few lines of text. */
export function TextArea({ label, value, onValue, ref, rows = 2, ...rest }: TextAreaProps) {
  return (
    <label className="flex min-w-0 flex-col gap-4 text-12 text-text2">
      {label}
      <textarea
        ref={ref}
        value={value}
        rows={rows}
        onChange={(event) => onValue(event.target.value)}
        // All of it, and above a notice in the corner.
        onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
        className="w-full scroll-mb-72 min-w-0 resize-y rounded-control border border-line3 bg-bg0 px-8 py-4 text-13 text-text1"
        {...rest}
      />
    </label>
  );
}
