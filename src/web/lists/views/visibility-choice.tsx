import { useId } from 'react';
import type { ViewVisibility } from '#contracts/views/view.ts';

const CHOICES = [
  { value: 'project', label: 'Everyone in the project' },
  { value: 'private', label: 'Only me' },
] as const;

interface VisibilityChoiceProps {
  readonly value: ViewVisibility;
  readonly onChange: (value: ViewVisibility) => void;
}

/** Who sees a view. */
export function VisibilityChoice({ value, onChange }: VisibilityChoiceProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-x-12 gap-y-2 text-12 text-text2">
      <legend className="sr-only">Visible to</legend>
      {CHOICES.map((choice) => (
        <label key={choice.value} className="flex items-center gap-6 max-md:h-36">
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
