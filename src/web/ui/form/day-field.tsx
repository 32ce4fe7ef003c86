import { midnightHint } from '#web/platform/time/day-field.ts';
import { Field } from './field.tsx';

interface DayFieldProps {
  readonly label: string;
  /** As `2026-06-01`; empty while none is complete. */
  readonly value: string;
  readonly onValue: (day: string) => void;
  /** Whose midnight the day begins at, which the field then says. */
  readonly zone?: 'utc' | 'reader';
  /** What an empty field means. */
  readonly note?: string;
  readonly required?: boolean;
}

/**
 * A day, by the browser's own date field: typed or picked, by keyboard, by touch and with a screen
 * reader, in the order of the reader's country.
 */
export function DayField({ label, zone, note, ...rest }: DayFieldProps) {
  const hint = [
    ...(zone === 'reader' ? [midnightHint()] : []),
    ...(note === undefined ? [] : [note]),
  ].join(' ');
  return (
    <Field
      type="date"
      label={zone === 'utc' ? `${label} (UTC)` : label}
      {...(hint === '' ? {} : { hint })}
      {...rest}
    />
  );
}
