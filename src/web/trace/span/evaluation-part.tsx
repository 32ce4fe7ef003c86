import type { EvaluationResult } from './evaluation-results.ts';
import { Part } from './part.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';

/** An evaluator's results: each with its label, score and explanation. */
export function EvaluationPart({ results }: { results: readonly EvaluationResult[] }) {
  if (results.length === 0) return null;
  return (
    <Part title={results.length === 1 ? 'Evaluation' : `${results.length} evaluations`}>
      <ul className="flex flex-col gap-12">
        {results.map(({ name, label, score, explanation, error }, index) => (
          <li key={index} className="flex flex-col gap-4 border-l-2 border-line2 pl-10">
            <p className="verbatim flex flex-wrap items-baseline gap-x-12 gap-y-2 text-13">
              <strong className="font-semibold">{name ?? 'unnamed'}</strong>
              {label !== null && <span>{label}</span>}
              {score !== null && <span className="nums">{score}</span>}
              {error !== null && <span className="tone-error text-tone">no result: {error}</span>}
            </p>
            {explanation !== null && <TextBlock text={explanation} label="gen_ai.evaluation.explanation" look="content" />}
          </li>
        ))}
      </ul>
    </Part>
  );
}
