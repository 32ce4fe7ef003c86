import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { agreementOptions } from './scores.calls.ts';
import type { AnnotationAgreement } from '#contracts/annotations/annotation.ts';
import { Tooltip } from '#web/ui/floating/tooltip.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { KAPPA_NOTE, kappaWord, scoreText } from './agreement-text.ts';
import {
  labelPairOf,
  type LabelPair,
  type ScoresSearch,
  LABEL_CHARS_MAX,
} from './scores-search.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { DisagreementPane } from './disagreement-pane.tsx';
import { Disagreements } from './disagreements.tsx';
import { useDisagreements } from './use-disagreements.ts';

interface AgreementViewProps {
  readonly project: string;
  readonly name: string;
  readonly search: ScoresSearch;
  readonly onChange: (changes: Changes<ScoresSearch>, replace?: boolean) => void;
}

/** How far models agree with people on one name, and each case where they do not. */
export function AgreementView({ project, name, search, onChange }: AgreementViewProps) {
  const range = search.range ?? RANGE_DEFAULT;
  const labels = labelPairOf(search);
  const query = useInfiniteQuery(
    agreementOptions(project, range, search.target ?? 'span', name, labels),
  );
  const { error, isPlaceholderData, refetch, fetchNextPage, hasNextPage } = query;
  const data = query.data?.pages[0];
  const list = useMemo(
    () => query.data?.pages.flatMap((page) => page.disagreements) ?? [],
    [query.data],
  );
  const onMore = hasNextPage ? () => void fetchNextPage({ cancelRefetch: false }) : null;
  const choose = (pair: LabelPair | null): void =>
    onChange({ people: pair?.human, models: pair?.llm, pair: undefined });
  const walk = useDisagreements(list, search, onChange, onMore);
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={12} height={34} />
    ) : (
      <ErrorNote
        what="The agreement could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data.pairs === 0) return <NoPairs name={name} onAll={() => onChange({ range: 'all' })} />;
  return (
    <div className={`flex min-h-0 flex-1 ${isPlaceholderData ? 'opacity-60' : ''}`}>
      <div
        tabIndex={0}
        role="region"
        aria-label="Agreement"
        className={`flex min-h-0 flex-col gap-16 overflow-auto p-12 ${walk.open === null ? 'flex-1' : 'w-400 shrink-0 border-r border-line1 max-md:hidden'}`}
      >
        <Figures agreement={data} />
        {data.confusion.length > 0 && (
          <ConfusionMatrix confusion={data.confusion} chosen={labels} onChoose={choose} />
        )}
        <Disagreements
          {...{ list, labels, onMore }}
          open={walk.open}
          onOpen={walk.show}
          onAll={() => choose(null)}
        />
      </div>
      {walk.open !== null && (
        <DisagreementPane key={walk.open.human.id} project={project} pair={walk.open} walk={walk} />
      )}
    </div>
  );
}

function NoPairs({ name, onAll }: { name: string; onAll: () => void }) {
  return (
    <EmptyNote title="No target in this time range has both an LLM and a human annotation">
      <p>Annotate spans that an LLM also annotated under {name}, or choose a longer time range.</p>
      <button type="button" className="text-link underline" onClick={onAll}>
        Search all time
      </button>
    </EmptyNote>
  );
}

function Figures({ agreement }: { agreement: AnnotationAgreement }) {
  const {
    pairs,
    complete,
    labelled,
    agreed,
    percent,
    kappa,
    score_pairs: scorePairs,
    score_difference_mean: difference,
  } = agreement;
  return (
    <dl className="nums flex flex-wrap gap-x-32 gap-y-12">
      <Figure
        term="Annotated by both"
        value={exactCount(pairs)}
        note={complete ? '' : 'the newest of them'}
      />
      {percent !== null && (
        <Figure
          term="Equal labels"
          value={`${Math.round(percent * 10) / 10} %`}
          note={`${exactCount(agreed)} of ${exactCount(labelled)}`}
        />
      )}
      {labelled > 0 && (
        <div className="flex flex-col">
          <dt className="text-12">
            <Tooltip text={KAPPA_NOTE}>
              <button
                type="button"
                className="-my-4 h-24 cursor-help text-text3 underline decoration-dotted underline-offset-2 max-md:-my-14 max-md:h-44"
              >
                Cohen’s kappa
              </button>
            </Tooltip>
          </dt>
          <dd className="flex flex-col">
            <span className="text-20 font-semibold">
              {kappa === null ? 'not defined' : (Math.round(kappa * 100) / 100).toFixed(2)}
            </span>
            <span className="text-12 text-text2">
              {kappa === null ? 'only one label was used' : kappaWord(kappa)}
            </span>
          </dd>
        </div>
      )}
      {difference !== null && (
        <Figure
          term="Scores differ by"
          value={scoreText(difference)}
          note={`on average, over ${plural(scorePairs, 'pair')}`}
        />
      )}
    </dl>
  );
}

function Figure({ term, value, note }: { term: string; value: string; note: string }) {
  return (
    <div className="flex flex-col">
      <dt className="text-12 text-text3">{term}</dt>
      <dd className="flex flex-col">
        <span className="text-20 font-semibold">{value}</span>
        <span className="text-12 text-text2">{note}</span>
      </dd>
    </div>
  );
}

interface ConfusionMatrixProps {
  readonly confusion: readonly (LabelPair & { readonly count: number })[];
  /** Whose cases are listed. */
  readonly chosen: LabelPair | null;
  readonly onChoose: (pair: LabelPair | null) => void;
}

/** Labels that have a row; what has others is counted below. */
const LABELS_MAX = 12;

/**
 * How often people gave one label where models gave another: people down, models across. A number
 * leads to its cases.
 */
function ConfusionMatrix({ confusion, chosen, onChoose }: ConfusionMatrixProps) {
  const sums = new Map<string, number>();
  for (const { human, llm, count } of confusion)
    for (const label of [human, llm]) sums.set(label, (sums.get(label) ?? 0) + count);
  const labels = [...sums]
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, LABELS_MAX)
    .map(([label]) => label);
  const counts = new Map(
    confusion.map(({ human, llm, count }) => [JSON.stringify([human, llm]), count]),
  );
  const rest = confusion.filter(
    ({ human, llm }) => !labels.includes(human) || !labels.includes(llm),
  );
  return (
    <section aria-label="Confusion matrix" className="flex flex-col gap-6">
      <h2 className="text-14 font-semibold">Labels</h2>
      <div
        tabIndex={0}
        role="region"
        aria-label="Table of labels"
        className="max-w-full shrink-0 self-start overflow-auto"
      >
        <table className="nums border-separate border-spacing-2 text-12">
          <caption className="sr-only">
            Confusion matrix: human labels (rows) vs. LLM labels (columns)
          </caption>
          <thead>
            <tr>
              <th scope="col" className="px-8 text-left font-normal text-text3">
                Human ↓ &nbsp;LLM →
              </th>
              {labels.map((label) => (
                <th
                  key={label}
                  scope="col"
                  title={label}
                  className="clip max-w-100 px-8 text-right font-medium text-text2"
                >
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
        <p className="text-12 text-text3">
          {exactCount(rest.reduce((sum, { count }) => sum + count, 0))} more with other labels.
        </p>
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
      <th
        scope="row"
        title={human}
        className="clip max-w-140 px-8 text-left font-medium text-text2"
      >
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
  const look =
    count === 0
      ? 'text-text3'
      : `${human === llm ? 'tone-ok' : 'tone-error'} bg-tint text-tone font-medium`;
  if (count === 0 || isLong)
    return (
      <td className={`h-28 min-w-48 rounded-chip px-8 text-right ${look}`}>{exactCount(count)}</td>
    );
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
