import { OpenValueButton } from '#web/trace/open-value.tsx';
import type { ExampleChange, FieldChange } from '#web/datasets/examples/example-change.ts';
import { previewText } from '#web/platform/text/exact-json.ts';
import type { Json } from '#web/platform/text/json.ts';

const LOOKS = {
  added: { sign: '+', tone: 'tone-ok' },
  changed: { sign: '~', tone: 'tone-warn' },
  removed: { sign: '−', tone: 'tone-error' },
} as const;
/** So much of a value is shown here; the rest in the viewer. */
const SHOWN_CHARS = 1200;
const FIELDS_MAX = 100;

/** One changed example: each field before and after, side by side. */
export function ChangedExample({ change }: { change: ExampleChange }) {
  const look = LOOKS[change.kind];
  const fields = change.fields.slice(0, FIELDS_MAX);
  return (
    <section aria-label={`${change.name} ${change.kind}`} className="border-t border-line1 px-12 py-8">
      <h2 className="flex items-baseline gap-8 pb-4">
        <span className={`${look.tone} mono text-tone`} aria-hidden="true">
          {look.sign}
        </span>
        <span className="font-medium">{change.name}</span>
        <span className={`${look.tone} text-12 text-tone`}>{change.kind}</span>
      </h2>
      <dl className="flex flex-col gap-4">
        {fields.map((field) => (
          <FieldLine key={field.path} field={field} kind={change.kind} />
        ))}
      </dl>
      {(change.fields.length > FIELDS_MAX || !change.isComplete) && (
        <p className="pt-4 text-12 text-text3">More fields differ than are shown here.</p>
      )}
    </section>
  );
}

function FieldLine({ field, kind }: { field: FieldChange; kind: ExampleChange['kind'] }) {
  const sides = kind === 'changed' ? 'grid-cols-2 max-md:grid-cols-1' : 'grid-cols-1';
  return (
    <div className="grid grid-cols-[minmax(120px,200px)_1fr] gap-x-12 max-md:grid-cols-1">
      <dt className="mono verbatim text-text3">{field.path}</dt>
      <dd className={`grid ${sides} min-w-0 gap-4`}>
        {kind !== 'added' && <Side value={field.before} label={`${field.path} before`} tone="tone-error" />}
        {kind !== 'removed' && <Side value={field.after} label={`${field.path} after`} tone="tone-ok" />}
      </dd>
    </div>
  );
}

/** A value on one side; an empty box where the field is not there. */
function Side({ value, label, tone }: { value: Json | undefined; label: string; tone: string }) {
  if (value === undefined)
    return <span className="rounded-chip border border-dashed border-line2 max-md:hidden" aria-label={`${label}: not there`} role="img" />;
  const text = previewText(value, SHOWN_CHARS);
  const whole = (): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return (
    <span className={`${tone} relative min-w-0 rounded-chip bg-tint px-8 py-2 text-13`}>
      <span className="verbatim text-text1">{text}</span>
      {text.length >= SHOWN_CHARS && (
        <>
          … <OpenValueButton text={whole()} label={label} />
        </>
      )}
    </span>
  );
}
