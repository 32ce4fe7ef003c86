import { useEffect, useRef } from 'react';
import type { AnyAnnotation, Disagreement } from '#contracts/annotations/annotation.ts';
import { Button } from '#web/ui/button.tsx';
import { useAuthorName } from '#web/accounts/use-author-names.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { scoreText } from './agreement-text.ts';
import type { LabelPair } from './scores-search.ts';
import { shownText } from '#web/platform/text/shown-name.ts';

interface DisagreementsProps {
  readonly list: readonly Disagreement[];
  /** The labels whose cases these are; null for all disagreements. */
  readonly labels: LabelPair | null;
  readonly open: Disagreement | null;
  readonly onOpen: (id: string) => void;
  /** Reads the next of them; null where these are all. */
  readonly onMore: (() => void) | null;
  /** Leaves the labels. */
  readonly onAll: () => void;
}

/** Every case where a model and a person did not say the same, of the newest things first. */
export function Disagreements({ list, labels, open, onOpen, onMore, onAll }: DisagreementsProps) {
  const current = useRef<HTMLLIElement>(null);
  const id = open?.human.id;
  useEffect(() => {
    // Not returned: browsers have begun to give a promise, which is no way to undo an effect.
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return (
    <section aria-label="Disagreements" className="flex flex-col gap-6">
      <h2 className="text-14 font-semibold">
        {labels === null
          ? headOf(list.length, onMore !== null)
          : narrowedHead(labels, list.length, onMore !== null)}
      </h2>
      {labels !== null && (
        <Button look="outline" className="self-start" onClick={onAll}>
          All disagreements
        </Button>
      )}
      {list.length > 0 && (
        <p className="text-12 text-text3">
          Newest targets first.{' '}
          <span className="max-md:hidden">
            J and K go to the next and previous one, Esc closes it.
          </span>
        </p>
      )}
      <ul className="flex flex-col border-t border-line1 empty:hidden">
        {list.map((pair) => (
          <li
            key={pair.human.id}
            ref={pair.human.id === id ? current : null}
            className={`border-b border-line1 [contain-intrinsic-size:auto_52px] [content-visibility:auto] ${pair.human.id === id ? 'bg-sel shadow-[inset_2px_0_0_var(--focus)]' : 'hover:bg-bg2'}`}
          >
            <button
              type="button"
              aria-pressed={pair.human.id === id}
              onClick={() => onOpen(pair.human.id)}
              className="nums flex min-h-52 w-full min-w-0 items-center gap-8 px-8 text-left text-13 max-md:min-h-44"
            >
              <PairLine pair={pair} />
              <span className="shrink-0 text-12 text-text3">
                {formatWhen(pair.human.updated_at, Date.now())}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {onMore !== null && (
        <Button look="quiet" className="self-start" onClick={onMore}>
          Read more of them
        </Button>
      )}
    </section>
  );
}

/** The target, and both annotations. */
function PairLine({ pair }: { pair: Disagreement }) {
  const { human, llm } = pair;
  const person = useAuthorName(human.user_id) ?? 'human';
  const subject = subjectText(pair);
  return (
    <span className="grid min-w-0 flex-1 grid-cols-2 gap-x-8 py-4 max-md:grid-cols-1">
      <span
        className="clip col-span-2 max-md:col-span-1"
        title={pair.input_preview === null ? subject : `${subject}: ${pair.input_preview}`}
      >
        {subject}{' '}
        {pair.input_preview !== null && (
          <span className="text-text2">{shownText(pair.input_preview)}</span>
        )}
      </span>
      <Side who={person} says={saysText(human)} />
      <Side who="LLM" says={saysText(llm)} />
    </span>
  );
}

/** A long name shrinks to make room for the annotation. */
function Side({ who, says }: { who: string; says: string }) {
  return (
    <span className="flex min-w-0 items-baseline gap-4" title={`${who}: ${says}`}>
      <span className="clip min-w-0 text-12 text-text3">{who}</span>{' '}
      <span className="clip max-w-[75%] shrink-0">{says}</span>
    </span>
  );
}

/**
 * The common target of both: the span by its name, a document of it by its position too, the trace
 * by its root's name, the session by its id.
 */
export function subjectText({ human, subject_name: name }: Disagreement): string {
  const { document_position: position, target_id: id } = human;
  const subject = name === null || name === '' ? id : name;
  return position === null ? subject : `${subject} · document ${position + 1}`;
}

function headOf(count: number, hasMore: boolean): string {
  if (hasMore)
    return count === 0 ? 'No disagreement so far' : `The newest ${plural(count, 'disagreement')}`;
  return count === 0 ? 'No disagreement' : plural(count, 'disagreement');
}

function narrowedHead({ human, llm }: LabelPair, count: number, hasMore: boolean): string {
  return `${hasMore ? 'The newest ' : ''}${plural(count, 'case')} with human label “${human}” and LLM label “${llm}”`;
}

/** An annotation in short: its label and its score. */
export function saysText({ result: { label, score } }: AnyAnnotation): string {
  const number = score === null ? null : scoreText(score);
  if (label === null) return number ?? 'nothing';
  return number === null ? label : `${label} (${number})`;
}
