import { exactCount } from '#web/platform/text/format-number.ts';
import { LABEL_CHARS_MAX, type LabelPair } from './scores-search.ts';

interface ConfusionMatrixProps {
  readonly confusion: readonly (LabelPair & { readonly count: number })[];
  /** Whose cases are listed. */
  readonly chosen: LabelPair | null;
  readonly onChoose: (pair: LabelPair | null) => void;
}

/** Labels that have a row; what has others is counted below. */
const LABELS_MAX = 12;

/** How often people gave one label where models gave another: people down, models across. A number leads to its cases. */
export function ConfusionMatrix({ confusion, chosen, onChoose }: ConfusionMatrixProps) {
  const sums = new Map<string, number>();
  for (const { human, llm, count } of confusion) for (const label of [human, llm]) sums.set(label, (sums.get(label) ?? 0) + count);
  const labels = [...sums]
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, LABELS_MAX)
    .map(([label]) => label);
  const counts = new Map(confusion.map(({ human, llm, count }) => [JSON.stringify([human, llm]), count]));
  const rest = confusion.filter(({ human, llm }) => !labels.includes(human) || !labels.includes(llm));
  return (
    <section aria-label="Confusion matrix" className="flex flex-col gap-6">
      <h2 className="text-14 font-semibold">Labels</h2>
      <div tabIndex={0} role="region" aria-label="Table of labels" className="max-w-full shrink-0 self-start overflow-auto">
        <table className="nums border-separate border-spacing-2 text-12">
          <caption className="sr-only">Confusion matrix: human labels (rows) vs. LLM labels (columns)</caption>
          <thead>
            <tr>
              <th scope="col" className="px-8 text-left font-normal text-text3">
                Human ↓ &nbsp;LLM →
              </th>
              {labels.map((label) => (
                <th key={label} scope="col" title={label} className="clip max-w-100 px-8 text-right font-medium text-text2">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((human) => (
              <MatrixRow key={human} {...{ human, labels, counts, chosen, onChoose }} />
            ))}
          </tbody>
        </table>
      </div>
      {rest.length > 0 && (
        <p className="text-12 text-text3">{exactCount(rest.reduce((sum, { count }) => sum + count, 0))} more with other labels.</p>
      )}
    </section>
  );
}

interface MatrixRowProps extends Pick<ConfusionMatrixProps, 'chosen' | 'onChoose'> {
  readonly human: string;
  readonly labels: readonly string[];
  /** By the pair of labels as JSON. */
  readonly counts: ReadonlyMap<string, number>;
}

function MatrixRow({ human, labels, counts, chosen, onChoose }: MatrixRowProps) {
  return (
    <tr>
      <th scope="row" title={human} className="clip max-w-140 px-8 text-left font-medium text-text2">
        {human}
      </th>
      {labels.map((llm) => {
        const isChosen = chosen?.human === human && chosen.llm === llm;
        return (
          <Cell
            key={llm}
            pair={{ human, llm }}
            count={counts.get(JSON.stringify([human, llm])) ?? 0}
            isChosen={isChosen}
            onChoose={() => onChoose(isChosen ? null : { human, llm })}
          />
        );
      })}
    </tr>
  );
}

interface CellProps {
  readonly pair: LabelPair;
  readonly count: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Cell({ pair: { human, llm }, count, isChosen, onChoose }: CellProps) {
  const isLong = human.length + llm.length > LABEL_CHARS_MAX;
  const look = count === 0 ? 'text-text3' : `${human === llm ? 'tone-ok' : 'tone-error'} bg-tint text-tone font-medium`;
  if (count === 0 || isLong) return <td className={`h-28 min-w-48 rounded-chip px-8 text-right ${look}`}>{exactCount(count)}</td>;
  return (
    <td className={`rounded-chip p-0 ${look}`}>
      <button
        type="button"
        aria-pressed={isChosen}
        title={`Human label “${human}”, LLM label “${llm}”`}
        onClick={onChoose}
        className={`h-28 w-full min-w-48 rounded-chip px-8 text-right hover:underline max-md:h-44 ${isChosen ? 'shadow-[inset_0_0_0_2px_var(--focus)]' : ''}`}
      >
        {exactCount(count)}
      </button>
    </td>
  );
}
