import { useId, useState } from 'react';
import type { AnnotationConfigBody } from '#contracts/annotations/annotation-config.ts';
import type { ScoreBounds } from '#web/annotations/panel/score-entry.ts';
import { ScoreField } from '#web/annotations/panel/score-field.tsx';
import { Kbd } from '#web/ui/button.tsx';

const KEYS_MAX = 9;

/** An interactive preview of a config as reviewers see it: nothing is saved. */
export function ConfigPreview({ config }: { config: AnnotationConfigBody }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const bounds = config.type === 'CATEGORICAL' ? null : { least: config.lower_bound ?? null, most: config.upper_bound ?? null };
  const name = config.name === '' ? 'Name' : config.name;
  return (
    <section aria-label="Preview" className="flex flex-col gap-8 rounded-control border border-line1 bg-bg0 p-12">
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
  return <ScoreField name={`${name} (preview)`} {...{ id, bounds, text, setText }} commit={() => undefined} />;
}
