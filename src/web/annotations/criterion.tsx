import { useId } from 'react';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import type { AnnotationChange } from './panel/annotate.ts';
import { NO_RESULT, type AnnotationResult } from './annotated-thing.ts';
import { boundsOf, readScore } from './panel/score-entry.ts';
import { verdictOf } from './panel/verdict.ts';
import { useKeys, type KeyMap } from '#web/platform/keys/keys.ts';
import { useDraft } from '#web/ui/form/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { useKeptDraft } from '#web/accounts/use-kept-draft.ts';
import { LabelButtons } from './panel/label-buttons.tsx';
import { ScoreField } from './panel/score-field.tsx';
import { TextArea } from './panel/text-area.tsx';
import { KEYS_OF_PANEL } from './panel-keys.ts';

export interface CriterionProps {
  readonly config: AnnotationConfig;
  /** The target's annotation under this config. */
  readonly own: Pick<AnyAnnotation, 'result'> | undefined;
  /** The one that number keys go to. */
  readonly active: boolean;
  readonly onActive: () => void;
  /** Resolves to whether it was saved. */
  readonly onAnnotate: (change: AnnotationChange) => Promise<boolean>;
  /** The thing that is annotated, as a text. */
  readonly about: string;
}

const NO_KEYS: KeyMap = {};
const LABEL_KEYS_MAX = 9;

/**
 * A config as a form: its labels as buttons, or its score, and the explanation; saved on each
 * answer.
 */
export function Criterion(props: CriterionProps) {
  const { config, own, active, onActive, onAnnotate, about } = props;
  const result = own?.result ?? NO_RESULT;
  const why = useTextDraft(`why ${config.name} ${about}`, result.explanation, (explanation) =>
    onAnnotate((before) => ({ ...before, explanation })),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only marks where the focus within it is
    <section
      aria-label={config.name}
      aria-current={active}
      // Not when a button is pressed by a pointer: rows would move from under it before it is let
      // go. Its click does it.
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) onActive();
      }}
      className={`flex flex-col gap-6 border-l-2 py-8 pr-12 pl-10 ${active ? 'border-focus bg-bg1' : 'border-transparent'}`}
    >
      <div className="flex min-h-24 items-center gap-8">
        <h3 className="clip text-13 font-medium" title={config.description ?? config.name}>
          {config.name}
        </h3>
        {own !== undefined && (
          <Button
            look="quiet"
            className="ml-auto h-24"
            aria-label={`Clear ${config.name}`}
            onClick={() => void onAnnotate(() => NO_RESULT)}
          >
            Clear
          </Button>
        )}
      </div>
      {active &&
        config.description !== undefined &&
        config.description !== null &&
        config.description !== '' && (
          <p className="verbatim max-h-80 overflow-auto text-12 text-text3">{config.description}</p>
        )}
      {config.type === 'CATEGORICAL' ? (
        <LabelAnswer {...props} values={config.values} result={result} />
      ) : (
        <ScoreAnswer {...props} result={result} />
      )}
      {(active || why.text !== '') && (
        <TextArea
          label="Explanation"
          aria-label={`Explanation of ${config.name}`}
          value={why.text}
          onValue={why.setText}
          onBlur={why.commit}
          rows={why.text.length > 80 ? 3 : 1}
        />
      )}
    </section>
  );
}

type LabelValue = Extract<AnnotationConfig, { type: 'CATEGORICAL' }>['values'][number];

interface AnswerProps extends CriterionProps {
  readonly result: AnnotationResult;
}

function LabelAnswer({
  config,
  values,
  result,
  active,
  onActive,
  onAnnotate,
}: AnswerProps & { readonly values: readonly LabelValue[] }) {
  const choose = (index: number): void => {
    const value = values[index];
    onActive();
    if (value !== undefined)
      void onAnnotate((before) => ({ ...before, label: value.label, score: value.score ?? null }));
  };
  useKeys(
    active ? digitKeys('Choose a label', (digit) => choose(digit - 1)) : NO_KEYS,
    KEYS_OF_PANEL,
  );
  return (
    <LabelButtons
      values={values}
      chosen={result.label}
      verdict={verdictOf(config, result)}
      keys={active ? LABEL_KEYS_MAX : 0}
      onChoose={choose}
    />
  );
}

function ScoreAnswer(props: AnswerProps) {
  const { config, result, active, onAnnotate, about } = props;
  const field = useId();
  const score = useScoreDraft(props);
  const label = useTextDraft(`label ${config.name} ${about}`, result.label, (text) =>
    onAnnotate((before) => ({ ...before, label: text })),
  );
  const type = (digit: number): void => {
    score.setText(String(digit));
    document.getElementById(field)?.focus();
  };
  useKeys(active ? digitKeys('Type a score', type) : NO_KEYS, KEYS_OF_PANEL);
  return (
    <>
      {config.type === 'FREEFORM' && (
        <input
          aria-label={`Label of ${config.name}`}
          placeholder="Label"
          value={label.text}
          onChange={(event) => label.setText(event.target.value)}
          onBlur={label.commit}
          onKeyDown={(event) => event.key === 'Enter' && label.commit()}
          className="h-30 w-full min-w-0 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1 max-md:h-44"
        />
      )}
      <ScoreField name={config.name} bounds={boundsOf(config)} id={field} {...score} />
    </>
  );
}

/** Edited text over a saved one; an empty one saves nothing. */
function useTextDraft(
  form: string,
  saved: string | null,
  onText: (text: string | null) => Promise<boolean>,
) {
  return useDraft(saved ?? '', (text) => onText(text === '' ? null : text), useKeptDraft(form));
}

/** The score as text; what is no score, or out of bounds, is not saved. */
function useScoreDraft({ config, result: { score }, about, onAnnotate }: AnswerProps) {
  const kept = useKeptDraft(`score ${config.name} ${about}`);
  const onText = async (text: string): Promise<boolean> => {
    const entry = readScore(text, boundsOf(config));
    return entry.ok && (await onAnnotate((before) => ({ ...before, score: entry.score })));
  };
  return useDraft(score === null ? '' : String(score), onText, kept);
}

function digitKeys(what: string, take: (digit: number) => void): KeyMap {
  return Object.fromEntries(
    Array.from({ length: LABEL_KEYS_MAX }, (_, at) => [
      String(at + 1),
      { what, run: () => take(at + 1) },
    ]),
  );
}
