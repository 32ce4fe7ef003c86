import { use } from 'react';
import { summaryText } from '../../lib/annotation/summary.ts';
import { verdictOf } from '../../lib/annotation/verdict.ts';
import { CHIP_LOOKS, VERDICT_SIGNS, chipTitle } from './annotation-chip.tsx';
import { AnnotationScope } from './annotation-scope.ts';

/** More names than this are in the head of the span. */
const SHOWN_MAX = 2;

/** What was judged of a span, small enough for its row in the tree. */
export function TreeChips({ span }: { span: string }) {
  const scope = use(AnnotationScope);
  const summaries = scope?.judgements.ofSpan.get(span);
  if (scope === null || summaries === undefined) return null;
  return (
    <>
      {summaries.slice(0, SHOWN_MAX).map((summary) => {
        const verdict = verdictOf(scope.configs.get(summary.name), { label: summary.labels[0]?.label ?? null, score: summary.score });
        return (
          <span
            key={summary.name}
            title={chipTitle(summary)}
            className={`nums clip min-w-32 shrink-[20] rounded-chip px-4 text-11 ${CHIP_LOOKS[verdict]}`}
          >
            {summary.name} {summaryText(summary).value} {VERDICT_SIGNS[verdict]}
          </span>
        );
      })}
      {summaries.length > SHOWN_MAX && <span className="nums shrink-0 text-11 text-text3">+{summaries.length - SHOWN_MAX}</span>}
    </>
  );
}
