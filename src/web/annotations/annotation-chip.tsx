import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';
import { summaryText, type AuthoredSummary } from './panel/summary.ts';
import { verdictOf, type Verdict } from './panel/verdict.ts';
import { useAuthorNames } from '#web/accounts/use-author-names.ts';

export const CHIP_LOOKS: Readonly<Record<Verdict, string>> = {
  good: 'tone-ok bg-tint text-tone',
  bad: 'tone-error bg-tint text-tone',
  neutral: 'bg-bg3 text-text2',
};
/** Never color alone: good and bad also have a sign, and a word for screen readers. */
export const VERDICT_SIGNS: Readonly<Record<Verdict, string>> = {
  good: '▴',
  bad: '▾',
  neutral: '',
};

/** More are not named on hover. */
const AUTHORS_MAX = 10;

/**
 * In a narrow cell (a container), a chip shows only the value; its name is in the accessible name
 * and the title.
 */
export function nameInRow(summary: AnnotationSummary): string {
  return summaryText(summary).value === '' ? '' : '@max-[144px]:sr-only';
}

interface AnnotationChipProps {
  /** With its authors where they are known: they are in the title. */
  readonly summary: AnnotationSummary | AuthoredSummary;
  /** Colours it; without one it is neutral. */
  readonly config: AnnotationConfig | undefined;
  /** Keeps only what has this value; Alt leaves it out. */
  readonly onFilter?: ((negate: boolean) => void) | undefined;
  /** Shrinks inside a table cell. */
  readonly inRow?: boolean | undefined;
}

/** Annotations of one name at a glance: the name, and the label or score. */
export function AnnotationChip({ summary, config, onFilter, inRow = false }: AnnotationChipProps) {
  const authors = useAuthorNames('authors' in summary ? summary.authors.slice(0, AUTHORS_MAX) : []);
  const look = chipLook(summary, config, inRow, authors);
  if (onFilter === undefined)
    return (
      <span className={look.className} title={look.title} data-annotation-name={summary.name}>
        <ChipText {...{ summary, look, inRow }} />
      </span>
    );
  return (
    <button
      type="button"
      className={`${look.className} pointer-coarse:h-24 hover:text-text1`}
      data-annotation-name={summary.name}
      title={`${look.title}\nClick: keep only this. Alt and click: leave it out.`}
      onClick={(event) => {
        event.stopPropagation();
        onFilter(event.altKey);
      }}
    >
      <ChipText {...{ summary, look, inRow }} />
    </button>
  );
}

interface ChipLook {
  readonly className: string;
  readonly title: string;
  readonly verdict: Verdict;
}

function chipLook(
  summary: AnnotationSummary,
  config: AnnotationConfig | undefined,
  inRow: boolean,
  authors: readonly string[],
): ChipLook {
  const verdict = verdictOf(config, {
    label: summary.labels[0]?.label ?? null,
    score: summary.score,
  });
  return {
    verdict,
    // `relative`: what is only heard stays inside the chip, and with it inside what scrolls; else a
    // narrow page could be scrolled aside.
    className: `nums relative inline-flex h-20 max-w-200 ${inRow ? 'min-w-40' : 'min-w-0 shrink-0'} items-center gap-4 rounded-chip px-6 text-12 leading-20 ${CHIP_LOOKS[verdict]}`,
    title:
      authors.length === 0 ? chipTitle(summary) : `${chipTitle(summary)}\nby ${authors.join(', ')}`,
  };
}

/** Everything a chip sums up, for hover. */
export function chipTitle({ name, count, score, labels }: AnnotationSummary): string {
  const parts = labels.map((one) => (count > 1 ? `${one.label} × ${one.count}` : one.label));
  if (score !== null) parts.push(`${count > 1 ? 'mean ' : ''}score ${score}`);
  return `${name}: ${parts.join(', ')}${count > 1 ? ` (${count} annotations)` : ''}`;
}

function ChipText({
  summary,
  look,
  inRow,
}: {
  summary: AnnotationSummary;
  look: ChipLook;
  inRow: boolean;
}) {
  const { value, note } = summaryText(summary);
  const { verdict } = look;
  return (
    <>
      <span
        className={`clip max-w-96 ${verdict === 'neutral' ? 'text-text3' : ''} ${inRow ? `min-w-0 shrink-[9] ${nameInRow(summary)}` : ''}`}
      >
        {summary.name === NOTE_NAME && summary.count > 1 ? 'notes' : summary.name}
      </span>
      {value !== '' && <span className="clip font-medium">{value}</span>}
      {note !== '' && <span className="shrink-0 text-11">{note}</span>}
      {verdict !== 'neutral' && (
        <span className="shrink-0 text-11" aria-hidden="true">
          {VERDICT_SIGNS[verdict]}
        </span>
      )}
      {verdict !== 'neutral' && <span className="sr-only">({verdict})</span>}
    </>
  );
}
