import { NO_BOUNDS, readScore } from './score-entry.ts';
import { Field } from '#web/ui/form/field.tsx';

interface LabelAndScoreProps {
  readonly label: string;
  readonly score: string;
  readonly onChange: (change: { readonly label: string } | { readonly score: string }) => void;
}

/** An annotation's label and score as free text; says why a score is none. */
export function LabelAndScore({ label, score, onChange }: LabelAndScoreProps) {
  const entry = readScore(score, NO_BOUNDS);
  return (
    <div className="flex gap-8">
      <Field label="Label" value={label} onValue={(next) => onChange({ label: next })} />
      <Field
        label="Score"
        value={score}
        onValue={(next) => onChange({ score: next })}
        inputMode="decimal"
        {...(entry.ok ? {} : { hint: entry.why })}
      />
    </div>
  );
}
