import type { ReactNode } from 'react';
import type {
  AnnotatorKind,
  OptimizationDirection,
} from '#contracts/annotations/annotation-kind.ts';
import { IconButton } from '#web/ui/button.tsx';
import { threeDigits } from '#web/platform/text/format-number.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import type { FullEvaluation } from './comparison.calls.ts';
import { TREND_LOOKS, TREND_SIGNS, TREND_WORDS, signed, trendOf } from './change-words.ts';

export const KIND_WORDS: Readonly<Record<AnnotatorKind, string>> = {
  HUMAN: 'Human',
  LLM: 'LLM',
  CODE: 'Code',
};
const EXPLANATION_CHARS = 4000;

interface EvaluationListProps {
  readonly evaluations: readonly FullEvaluation[];
  /** Those of the base's run; null for the base itself. */
  readonly base: readonly FullEvaluation[] | null;
  readonly directions: ReadonlyMap<string, OptimizationDirection>;
  /** Deletes one; null for who may not. */
  readonly onDelete: ((evaluation: FullEvaluation) => void) | null;
  readonly children?: ReactNode;
}

/** The evaluations of a run: by whom, what, why. */
export function EvaluationList({ evaluations, base, directions, onDelete }: EvaluationListProps) {
  if (evaluations.length === 0) return <p className="text-12 text-text3">No evaluations yet.</p>;
  return (
    <ul aria-label="Evaluations" className="flex flex-col gap-8">
      {evaluations.map((one) => (
        <li key={one.id} className="flex flex-col gap-2 text-12">
          <div className="flex min-w-0 flex-wrap items-center gap-x-8 gap-y-2">
            <bdi className="clip max-w-240 font-medium" title={one.name}>
              {one.name}
            </bdi>
            <Verdict
              one={one}
              base={base?.find(({ name }) => name === one.name)}
              direction={directions.get(one.name) ?? 'MAXIMIZE'}
            />
            <span className="text-11 text-text3" title={formatWhen(one.updated_at, Date.now())}>
              {KIND_WORDS[one.annotator_kind]}
              {one.annotated_by !== null && <bdi> · {one.annotated_by}</bdi>}
            </span>
            {onDelete !== null && one.annotator_kind === 'HUMAN' && (
              <IconButton
                icon="trash"
                label={`Delete ${one.name}`}
                className="-my-4 ml-auto size-24!"
                onClick={() => onDelete(one)}
              />
            )}
          </div>
          {one.error !== null && (
            <p className="tone-warn verbatim text-tone" dir="auto">
              The evaluator failed: {one.error}
            </p>
          )}
          {one.explanation !== null && one.explanation !== '' && (
            <p className="verbatim max-h-160 overflow-auto text-text2" dir="auto">
              {one.explanation.slice(0, EXPLANATION_CHARS)}
              {one.explanation.length > EXPLANATION_CHARS && '…'}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface VerdictProps {
  readonly one: FullEvaluation;
  readonly base: FullEvaluation | undefined;
  readonly direction: OptimizationDirection;
}

function Verdict({ one, base, direction }: VerdictProps) {
  const difference =
    one.score === null || base === undefined || base.score === null
      ? null
      : Number((one.score - base.score).toPrecision(12));
  const trend = trendOf(difference, direction);
  if (one.label === null && one.score === null) return null;
  return (
    <span
      className={`nums inline-flex max-w-full min-w-0 items-center gap-6 rounded-chip px-6 leading-20 ${TREND_LOOKS[trend]}`}
    >
      {one.label !== null && <bdi className="clip font-medium">{one.label}</bdi>}
      {one.score !== null && <span>{threeDigits(one.score)}</span>}
      {difference !== null && difference !== 0 && (
        <span>
          {TREND_SIGNS[trend]}
          {signed(difference)}
          {TREND_WORDS[trend] !== '' && <span className="sr-only"> {TREND_WORDS[trend]}</span>}
        </span>
      )}
    </span>
  );
}
