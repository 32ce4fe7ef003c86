import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { formErrorText } from './form-error-text.ts';

const BOX =
  'h-30 w-full min-w-0 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1 max-md:h-44';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: ReactNode;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Stands below the field and is read with it. */
  readonly hint?: string;
}

/** A labelled line of text. */
export function Field({ label, value, onValue, hint, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-4">
      <label className="flex flex-col gap-4 text-12 text-text2">
        {label}
        <input
          className={BOX}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-describedby={hint === undefined ? undefined : id}
          spellCheck={false}
          {...rest}
        />
      </label>
      {hint !== undefined && (
        <span id={id} className="text-11 text-text3">
          {hint}
        </span>
      )}
    </div>
  );
}

/** A form's error in the server's words, with the fields' visible names. */
export function FormError({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <p role="alert" className="tone-error verbatim text-12 text-tone">
      {formErrorText(error.message)}
    </p>
  );
}

interface ChoiceFieldProps<T> {
  readonly label: string;
  readonly options: readonly { readonly label: string; readonly value: T }[];
  readonly value: T;
  readonly onValue: (value: T) => void;
}

/** A choice of a few options, all visible. */
export function ChoiceField<T>({ label, options, value, onValue }: ChoiceFieldProps<T>) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-16 gap-y-4">
      <legend className="float-left w-120 text-12 text-text2 max-md:w-full">{label}</legend>
      {options.map((one) => (
        <label key={one.label} className="flex h-28 items-center gap-6 text-13 max-md:h-44">
          <input
            type="radio"
            name={name}
            checked={one.value === value}
            onChange={() => onValue(one.value)}
            className="accent-accent"
          />
          {one.label}
        </label>
      ))}
    </fieldset>
  );
}
