import { use } from 'react';
import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';
import { chipsThatFit } from './panel/fitting-chips.ts';
import { textPx } from '#web/ui/text-width.ts';
import { summaryText } from './panel/summary.ts';
import { verdictOf, type Verdict } from './panel/verdict.ts';
import { CHIP_LOOKS, VERDICT_SIGNS, chipTitle } from './annotation-chip.tsx';
import { AnnotationScope } from './annotation-scope.ts';

/** More names than this are in the head of the span. */
const SHOWN_MAX = 2;
const NAME_PX = 13;
const TEXT_PX = 11;

interface Chip {
  readonly summary: AnnotationSummary;
  readonly verdict: Verdict;
  readonly text: string;
}

/**
 * Annotations of a span, in what room its name leaves in its row of the tree; at the least how many
 * names there are.
 */
export function TreeChips({ span, name, width }: { span: string; name: string; width: number }) {
  const scope = use(AnnotationScope);
  const summaries = scope?.annotations.ofSpan.get(span);
  if (scope === null || summaries === undefined || summaries.length === 0) return null;
  const chips = summaries.map((summary): Chip => {
    const verdict = verdictOf(scope.configs.get(summary.name), {
      label: summary.labels[0]?.label ?? null,
      score: summary.score,
    });
    return {
      summary,
      verdict,
      text: `${summary.name} ${summaryText(summary).value} ${VERDICT_SIGNS[verdict]}`,
    };
  });
  const widths = chips.map(({ text }) => textPx(text, TEXT_PX));
  const shown = Math.min(SHOWN_MAX, chipsThatFit(widths, width - textPx(name, NAME_PX)));
  const rest = chips.slice(shown);
  return (
    <>
      {chips.slice(0, shown).map(({ summary, verdict, text }) => (
        <span
          key={summary.name}
          data-annotation-name={summary.name}
          title={chipTitle(summary)}
          className={`nums clip max-w-200 min-w-0 shrink-[20] rounded-chip px-4 text-11 ${CHIP_LOOKS[verdict]}`}
        >
          {text}
        </span>
      ))}
      {rest.length > 0 && (
        <span
          data-annotation-name=""
          title={rest.map(({ summary }) => chipTitle(summary)).join('\n')}
          className={`nums shrink-0 rounded-chip px-4 text-11 ${CHIP_LOOKS[worst(rest)]}`}
        >
          +{rest.length}
          {VERDICT_SIGNS[worst(rest)]}
        </span>
      )}
    </>
  );
}

/** Bad results must be visible, not hidden in a count. */
function worst(chips: readonly Chip[]): Verdict {
  const has = (verdict: Verdict): boolean => chips.some((one) => one.verdict === verdict);
  return has('bad') ? 'bad' : has('good') ? 'good' : 'neutral';
}
