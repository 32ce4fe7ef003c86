import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { exactCount, formatCost, threeDigits } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import type { Json } from '#web/platform/text/json.ts';
import { MODEL_SETTINGS_PATH } from '#web/platform/address/settings-pages.ts';
import { CostWhy } from './cost-why.tsx';

interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Kinds of spans that have a price. */
const PRICED_KINDS: ReadonlySet<string> = new Set(['LLM', 'EMBEDDING']);

/** The span's duration, tokens and cost. Only known values are shown. */
export function SpanFigures({ span, nested }: { span: SpanDetail; nested: Json }) {
  return (
    <>
      <dl className="nums mb-12 flex flex-wrap overflow-hidden rounded-popover border border-line1 bg-bg1">
        {figuresOf(span, nested).map(({ label, value, note }) => (
          <div key={label} className="-ml-1 min-w-96 flex-1 border-l border-line1 px-10 py-8">
            <dt className="text-11 text-text3">{label}</dt>
            <dd className="font-semibold">
              {value} {note !== undefined && <span className="block text-11 font-normal text-text3">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {span.repeats_parent && (
        <p className="-mt-6 mb-12 text-12 text-text3">The parent span records the same model call. Totals count the call once.</p>
      )}
    </>
  );
}

function figuresOf(span: SpanDetail, nested: Json): readonly Figure[] {
  const figures: Figure[] = [
    span.is_open
      ? { label: 'Latency', value: 'open', note: 'No end time received: the span may still be running' }
      : { label: 'Latency', value: formatDuration(span.latency_ms) },
  ];
  if (span.time_to_first_token_ms !== null) figures.push({ label: 'First token', value: formatDuration(span.time_to_first_token_ms) });
  figures.push(...tokenFigures(span));
  if (span.cost_usd !== null)
    figures.push({ label: 'Cost', value: formatCost(span.cost_usd), note: <CostWhy span={span} nested={nested} /> });
  else if (PRICED_KINDS.has(span.span_kind) && (span.tokens.prompt ?? 0) + (span.tokens.completion ?? 0) > 0)
    figures.push({ label: 'Cost', value: 'unknown', note: <NoPrice model={span.model_name} /> });
  if (span.document_count > 0) figures.push({ label: 'Documents', value: exactCount(span.document_count) });
  return figures;
}

/** A call with tokens and no cost: none was sent, and there was no price for its model when it arrived. */
function NoPrice({ model }: { model: string | null }) {
  if (model === null) return 'no model was sent';
  return (
    <Link to={MODEL_SETTINGS_PATH} search={{ find: model }} className="text-link">
      no price known
    </Link>
  );
}

/** Tokens in with what of them was cached, tokens out with what of them was reasoning, and the speed after the first. */
function tokenFigures({ tokens, tokens_per_second }: SpanDetail): readonly Figure[] {
  const { prompt, completion } = tokens;
  const speed = tokens_per_second === null ? null : `${threeDigits(tokens_per_second)} tok/s`;
  return [
    ...(prompt === null
      ? []
      : [figure('Tokens in', prompt, [named(tokens.cache_read, 'cached'), named(tokens.cache_write, 'cache write')])]),
    ...(completion === null
      ? []
      : [figure('Tokens out', completion, [speed, named(tokens.reasoning, 'reasoning'), named(tokens.audio, 'audio')])]),
  ];
}

function figure(label: string, count: number, notes: readonly (string | null)[]): Figure {
  const note = notes.filter((one) => one !== null).join(' · ');
  return { label, value: exactCount(count), ...(note === '' ? {} : { note }) };
}

function named(count: number | null, word: string): string | null {
  return count === null || count === 0 ? null : `${exactCount(count)} ${word}`;
}
