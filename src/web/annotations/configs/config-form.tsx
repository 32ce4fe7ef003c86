import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, useId } from 'react';
import type {
  AnnotationConfig,
  AnnotationConfigBody,
} from '#contracts/annotations/annotation-config.ts';
import { configsChanged, saveConfig } from '#web/annotations/config-settings.calls.ts';
import { DIRECTION_WORDS, TYPE_NAMES } from './config-text.ts';
import {
  bodyOfDraft,
  draftOf,
  draftProblems,
  type ConfigDraft,
  type ConfigType,
  type Direction,
} from './config-draft.ts';
import { Button, Kbd } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { useUnsaved } from '#web/ui/dialog/use-unsaved.tsx';
import { ChoiceField, Field, FormError } from '#web/ui/form/field.tsx';
import { Problem, ValueRows } from './value-rows.tsx';
import type { ScoreBounds } from '#web/annotations/panel/score-entry.ts';
import { ScoreField } from '#web/annotations/panel/score-field.tsx';

const KEYS_MAX = 9;

/** An interactive preview of a config as reviewers see it: nothing is saved. */
function ConfigPreview({ config }: { config: AnnotationConfigBody }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const bounds =
    config.type === 'CATEGORICAL'
      ? null
      : { least: config.lower_bound ?? null, most: config.upper_bound ?? null };
  const name = config.name === '' ? 'Name' : config.name;
  return (
    <section
      aria-label="Preview"
      className="flex flex-col gap-8 rounded-control border border-line1 bg-bg0 p-12"
    >
      <p className="text-11 text-text3">Preview</p>
      <p className="clip text-13 font-medium">{name}</p>
      {config.description !== null && config.description !== undefined && (
        <p className="verbatim max-h-80 overflow-auto text-12 text-text3">{config.description}</p>
      )}
      {config.type === 'CATEGORICAL' && (
        <div className="flex flex-wrap gap-6">
          {config.values.map(({ label }, index) => (
            <button
              key={index}
              type="button"
              aria-pressed={chosen === index}
              onClick={() => setChosen(chosen === index ? null : index)}
              className={`inline-flex h-28 max-w-full min-w-0 items-center gap-6 rounded-control border px-8 text-12 font-medium text-text1 max-md:h-44 ${chosen === index ? 'border-focus bg-sel' : 'border-line2 hover:bg-bg2'}`}
            >
              {index < KEYS_MAX && <Kbd>{String(index + 1)}</Kbd>}
              <span className="clip">{label === '' ? '…' : label}</span>
            </button>
          ))}
        </div>
      )}
      {config.type === 'FREEFORM' && (
        <input
          aria-label={`Label of ${name} (preview)`}
          placeholder="Label"
          className="h-30 w-full min-w-0 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1 max-md:h-44"
        />
      )}
      {bounds !== null && <ScoreTrial name={name} bounds={bounds} />}
      <p className="text-11 text-text3">
        {config.type === 'CATEGORICAL'
          ? `Keys 1 to ${Math.min(KEYS_MAX, Math.max(1, config.values.length))} choose a label, N adds a note.`
          : 'Type a digit to start the score, press Enter to save it, N adds a note.'}
      </p>
    </section>
  );
}

function ScoreTrial({ name, bounds }: { name: string; bounds: ScoreBounds }) {
  const id = useId();
  const [text, setText] = useState('');
  return (
    <ScoreField
      name={`${name} (preview)`}
      {...{ id, bounds, text, setText }}
      commit={() => undefined}
    />
  );
}

const TYPES: readonly { readonly label: string; readonly value: ConfigType }[] = [
  { label: TYPE_NAMES.CATEGORICAL, value: 'CATEGORICAL' },
  { label: TYPE_NAMES.CONTINUOUS, value: 'CONTINUOUS' },
  { label: TYPE_NAMES.FREEFORM, value: 'FREEFORM' },
];
const DIRECTIONS: readonly { readonly label: string; readonly value: Direction }[] = [
  { label: DIRECTION_WORDS.MAXIMIZE, value: 'MAXIMIZE' },
  { label: DIRECTION_WORDS.MINIMIZE, value: 'MINIMIZE' },
  { label: DIRECTION_WORDS.NONE, value: 'NONE' },
];

interface ConfigFormProps {
  /** The config to change; null makes a new one. */
  readonly config: AnnotationConfig | null;
  readonly onSaved?: (config: AnnotationConfig) => void;
  readonly onClose: () => void;
}

interface ConfigFieldsProps {
  readonly draft: ConfigDraft;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (next: Partial<ConfigDraft>) => void;
}

function ConfigFields({ draft, problems, onChange }: ConfigFieldsProps) {
  return (
    <div className="flex min-w-0 flex-col gap-12">
      <div>
        <Field
          label="Name"
          value={draft.name}
          onValue={(name) => onChange({ name })}
          maxLength={1024}
          placeholder="correctness"
          aria-invalid={problems.has('name')}
        />
        <Problem text={problems.get('name')} />
      </div>
      <Field
        label="Description (optional)"
        value={draft.description}
        onValue={(description) => onChange({ description })}
      />
      <ChoiceField
        label="Annotation type"
        options={TYPES}
        value={draft.type}
        onValue={(type) => onChange({ type })}
      />
      {draft.type === 'CATEGORICAL' ? (
        <ValueRows
          values={draft.values}
          problems={problems}
          onValues={(values) => onChange({ values })}
        />
      ) : (
        <Bounds draft={draft} problems={problems} onChange={onChange} />
      )}
      <ChoiceField
        label="Optimization direction"
        options={DIRECTIONS}
        value={draft.direction}
        onValue={(direction) => onChange({ direction })}
      />
    </div>
  );
}

/**
 * An annotation config as a form, with a preview of the reviewer's view. Problems show after typing
 * or submitting.
 */
export function ConfigForm({ config, onSaved, onClose }: ConfigFormProps) {
  const client = useQueryClient();
  const [fresh] = useState<ConfigDraft>(() => draftOf(config));
  const [draft, setDraft] = useState(fresh);
  const [tried, setTried] = useState(false);
  const problems = draftProblems(draft);
  const shown = tried ? problems : withoutBlanks(problems, draft);
  const body = bodyOfDraft(draft);
  const change = (next: Partial<ConfigDraft>): void => setDraft({ ...draft, ...next });
  const save = useMutation({
    mutationFn: () => saveConfig(config?.id ?? null, body),
    onSuccess: async (saved) => {
      await configsChanged(client);
      onSaved?.(saved);
      onClose();
    },
  });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(fresh);
  const { mayClose, note } = useUnsaved(isChanged, onClose);
  return (
    <Dialog
      title={config === null ? 'New annotation config' : `Annotation config ${config.name}`}
      size="wide"
      onClose={onClose}
      mayClose={mayClose}
    >
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problems.size === 0 && draft.name.trim() !== '' && !save.isPending) save.mutate();
        }}
      >
        <div className="grid grid-cols-[3fr_2fr] items-start gap-16 max-md:grid-cols-1">
          <ConfigFields draft={draft} problems={shown} onChange={change} />
          <ConfigPreview config={body} />
        </div>
        {config !== null && (
          <p className="text-12 text-text3">
            Existing annotations stay; new ones are validated against these settings.
          </p>
        )}
        <FormError error={save.error} />
        {note}
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="accent"
            disabled={draft.name.trim() === '' || (tried && problems.size > 0) || save.isPending}
          >
            {config === null ? 'Create' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface BoundsProps {
  readonly draft: ConfigDraft;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (next: Partial<ConfigDraft>) => void;
}

function Bounds({ draft, problems, onChange }: BoundsProps) {
  return (
    <div>
      <div className="flex gap-8 max-md:flex-col">
        <Field
          label="Minimum score"
          inputMode="decimal"
          value={draft.lower}
          onValue={(lower) => onChange({ lower })}
          placeholder="no limit"
          aria-invalid={problems.has('lower_bound')}
        />
        <Field
          label="Maximum score"
          inputMode="decimal"
          value={draft.upper}
          onValue={(upper) => onChange({ upper })}
          placeholder="no limit"
          aria-invalid={problems.has('upper_bound')}
        />
        {draft.type === 'FREEFORM' && (
          <Field
            label="Good at or above"
            inputMode="decimal"
            value={draft.threshold}
            onValue={(threshold) => onChange({ threshold })}
            placeholder="unspecified"
            aria-invalid={problems.has('threshold')}
          />
        )}
      </div>
      {['lower_bound', 'upper_bound', 'threshold'].map((path) => (
        <Problem key={path} text={problems.get(path)} />
      ))}
    </div>
  );
}

/** Before the form was sent, what is only not filled in yet is no fault. */
function withoutBlanks(
  problems: ReadonlyMap<string, string>,
  draft: ConfigDraft,
): ReadonlyMap<string, string> {
  return new Map(
    [...problems].filter(([path]) => {
      const index = /^values\.(\d+)\.label$/.exec(path)?.[1];
      return index === undefined || draft.values[Number(index)]?.label.trim() !== '';
    }),
  );
}
