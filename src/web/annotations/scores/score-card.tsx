import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TimeAxis, TopLabel } from '#web/ui/chart/axis.tsx';
import { Hover } from '#web/ui/chart/hover.tsx';
import { Bars, Lines } from '#web/ui/chart/marks.tsx';
import { ANNOTATORS, AnnotatorMark } from '#web/annotations/annotator-mark.tsx';
import { exactCount, formatShare, plural } from '#web/platform/text/format-number.ts';
import { scoreText } from './agreement-text.ts';
import type { ScoreCard as Card, Slots } from './score-series.ts';
import { LABEL_CHARS_MAX } from './scores-search.ts';
import { timeIntervals } from '#web/ui/chart/time-intervals.ts';
import type { TimeWindow } from '#web/platform/time/time-range.ts';

/** Of labels by name, so that one keeps its colour when another is given more often. */
const LABEL_TONES = ['tone-info', 'tone-warn', 'tone-guardrail'] as const;
const TARGET_WORDS = {
  span: 'spans',
  trace: 'traces',
  session: 'sessions',
  document: 'documents',
} as const;

interface ScoreCardProps {
  readonly card: Card;
  readonly slots: Slots;
  /** Leads to what was annotated in a time. */
  readonly onWindow: (window: TimeWindow) => void;
  /** Leads to what was given a label; null where that cannot be asked for. */
  readonly onLabel: ((label: string) => void) | null;
  /** Null unless both humans and LLMs annotated. */
  readonly onAgreement: (() => void) | null;
}

/** The annotations under a name: number, annotators, distribution, and trend. */
export function ScoreCard({ card, slots, onWindow, onLabel, onAgreement }: ScoreCardProps) {
  const { name, target, count, kinds, labels } = card;
  return (
    <section
      aria-label={`${name} of ${TARGET_WORDS[target]}`}
      className="flex min-w-0 flex-col gap-8 rounded-popover border border-line1 p-12"
    >
      <div className="flex items-baseline gap-8">
        <h2 className="clip min-w-0 text-14 font-semibold" title={name}>
          {name}
        </h2>
        <span className="shrink-0 text-12 text-text3">of {TARGET_WORDS[target]}</span>
        <span className="nums ml-auto shrink-0 text-12 text-text2">
          {plural(count, 'annotation')}
        </span>
      </div>
      <ul className="nums flex flex-wrap gap-x-16 gap-y-2 text-12">
        {kinds.map(({ kind, count: own, mean }) => (
          <li key={kind} className="flex items-center gap-6">
            <AnnotatorMark kind={kind} />
            <span className="text-text2">{ANNOTATORS[kind].word}</span>
            {mean !== null && <strong className="text-14 font-semibold">{scoreText(mean)}</strong>}
            <span className="text-text3">
              {mean === null ? exactCount(own) : `mean (n = ${exactCount(own)})`}
            </span>
          </li>
        ))}
      </ul>
      <CardChart card={card} slots={slots} onWindow={onWindow} />
      {labels.length > 0 && <LabelShares {...{ card, onLabel }} />}
      {onAgreement !== null && (
        <Button className="self-start" onClick={onAgreement}>
          Human–LLM agreement
        </Button>
      )}
    </section>
  );
}

/** Of a chart, as in its class. CSS pixels. */
const HEIGHT = 80;

/**
 * Scores as lines where there are any, else labels as bars; an interval leads to what was annotated
 * in it.
 */
function CardChart({
  card,
  slots: { startMs, stepMs, count },
  onWindow,
}: Pick<ScoreCardProps, 'card' | 'slots' | 'onWindow'>) {
  const [cursor, setCursor] = useState<number | null>(null);
  const { kinds, labels, labelCounts, counts } = card;
  const scored = kinds.filter(({ means }) => means.some((mean) => mean !== null));
  const hasScores = scored.length > 0;
  const most = Math.max(
    0,
    ...(hasScores ? scored.flatMap(({ means }) => means.map((mean) => mean ?? 0)) : counts),
  );
  const content = cursor === null ? '' : intervalText(card, cursor);
  const { windowOf, placeOf } = timeIntervals(startMs, stepMs, 'rollups');
  const choose = (first: number, last?: number): void => onWindow(windowOf(first, last));
  const labelBars =
    labels.length === 0
      ? [{ values: counts, tone: null }]
      : labelCounts.map((values, at) => ({ values, tone: toneOf(card, labels[at]?.label ?? '') }));
  return (
    <figure className="flex flex-col">
      <div className="flex h-80 flex-col border-b border-line1">
        <Hover
          label={`${hasScores ? 'Scores' : 'Labels'} of ${card.name} over time`}
          count={count}
          cursor={cursor}
          onCursor={setCursor}
          reading={cursor === null ? '' : `${placeOf(cursor)}: ${content}`}
          hint="Arrow keys read the intervals, Enter lists what is in one"
          placeOf={placeOf}
          onOpen={choose}
          onDrag={choose}
        >
          <TopLabel most={most} format={scoreText} />
          {hasScores ? (
            <Lines
              series={scored.map(({ kind, means: values }) => ({ values, ...ANNOTATORS[kind] }))}
            />
          ) : (
            <Bars height={HEIGHT} series={labelBars} />
          )}
        </Hover>
      </div>
      <figcaption className="h-16 text-11 text-text3">
        {content === '' ? (
          <TimeAxis startMs={startMs} endMs={startMs + stepMs * count} />
        ) : (
          <span className="nums clip block">{content}</span>
        )}
      </figcaption>
    </figure>
  );
}

function intervalText({ kinds, counts }: Card, at: number): string {
  const means = kinds.flatMap(({ kind, means: all }) => {
    const mean = all[at];
    return mean === null || mean === undefined
      ? []
      : [`${ANNOTATORS[kind].word} ${scoreText(mean)}`];
  });
  return [plural(counts[at] ?? 0, 'annotation'), ...means].join(', ');
}

/** The colour of a label; null for those that have no name of their own here. */
function toneOf({ labels }: Card, label: string): string | null {
  const names = labels.flatMap((one) => (one.label === '' ? [] : [one.label])).toSorted();
  return LABEL_TONES[names.indexOf(label)] ?? null;
}

function LabelShares({ card, onLabel }: Pick<ScoreCardProps, 'card' | 'onLabel'>) {
  const { labels } = card;
  const all = labels.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul aria-label="Labels" className="nums flex flex-col text-12">
      {labels.map(({ label, count }) => {
        const tone = toneOf(card, label);
        return (
          <li
            key={label}
            className="grid grid-cols-[minmax(0,1fr)_48px_minmax(40px,40%)] items-center gap-8"
          >
            <LabelName label={label} onLabel={onLabel} />
            <span className="text-right text-text2">{formatShare(count, all)}</span>
            <span
              className="h-8 overflow-hidden rounded-chip bg-bg3"
              title={`${exactCount(count)} of ${exactCount(all)}`}
            >
              <span
                className={`${tone ?? ''} block h-full ${tone === null ? 'bg-volume' : 'bg-bar'}`}
                style={{ width: `${(count / Math.max(1, all)) * 100}%` }}
              />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function LabelName({ label, onLabel }: { label: string } & Pick<ScoreCardProps, 'onLabel'>) {
  if (label === '') return <span className="text-text3">others</span>;
  if (onLabel === null || label.length > LABEL_CHARS_MAX)
    return <span className="clip">{label}</span>;
  return (
    <button
      type="button"
      title={`Filter by “${label}”`}
      onClick={() => onLabel(label)}
      className="clip min-h-24 text-left hover:underline max-md:min-h-44"
    >
      {label}
    </button>
  );
}
