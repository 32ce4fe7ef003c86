import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SpanDetail } from '#contracts/spans/span.ts';
import {
  exactCount,
  formatCost,
  threeDigits,
  exactCost,
  exactRate,
} from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { type Json, asNumber, at } from '#web/platform/text/json.ts';
import { MODEL_SETTINGS_PATH } from '#web/platform/address/settings-pages.ts';
import { useQuery } from '@tanstack/react-query';
import { spanCostOptions } from '#web/prices/model-prices.calls.ts';
import { isSameCost, lineLabel } from '#web/prices/cost-lines.ts';
import { Popover } from '#web/ui/floating/popover.tsx';
import type { SpanCost } from '#contracts/prices/model-price.ts';

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
              {value}{' '}
              {note !== undefined && (
                <span className="block text-11 font-normal text-text3">{note}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {span.repeats_parent && (
        <p className="-mt-6 mb-12 text-12 text-text3">
          The parent span records the same model call. Totals count the call once.
        </p>
      )}
    </>
  );
}

function figuresOf(span: SpanDetail, nested: Json): readonly Figure[] {
  const figures: Figure[] = [
    span.is_open
      ? {
          label: 'Latency',
          value: 'open',
          note: 'No end time received: the span may still be running',
        }
      : { label: 'Latency', value: formatDuration(span.latency_ms) },
  ];
  if (span.time_to_first_token_ms !== null)
    figures.push({ label: 'First token', value: formatDuration(span.time_to_first_token_ms) });
  figures.push(...tokenFigures(span));
  if (span.cost_usd !== null)
    figures.push({
      label: 'Cost',
      value: formatCost(span.cost_usd),
      note: <CostWhy span={span} nested={nested} />,
    });
  else if (
    PRICED_KINDS.has(span.span_kind) &&
    (span.tokens.prompt ?? 0) + (span.tokens.completion ?? 0) > 0
  )
    figures.push({ label: 'Cost', value: 'unknown', note: <NoPrice model={span.model_name} /> });
  if (span.document_count > 0)
    figures.push({ label: 'Documents', value: exactCount(span.document_count) });
  return figures;
}

/**
 * A call with tokens and no cost: none was sent, and there was no price for its model when it
 * arrived.
 */
function NoPrice({ model }: { model: string | null }) {
  if (model === null) return 'no model was sent';
  return (
    <Link to={MODEL_SETTINGS_PATH} search={{ find: model }} className="text-link">
      no price known
    </Link>
  );
}

/**
 * Tokens in with what of them was cached, tokens out with what of them was reasoning, and the speed
 * after the first.
 */
function tokenFigures({ tokens, tokens_per_second }: SpanDetail): readonly Figure[] {
  const { prompt, completion } = tokens;
  const speed = tokens_per_second === null ? null : `${threeDigits(tokens_per_second)} tok/s`;
  return [
    ...(prompt === null
      ? []
      : [
          figure('Tokens in', prompt, [
            named(tokens.cache_read, 'cached'),
            named(tokens.cache_write, 'cache write'),
          ]),
        ]),
    ...(completion === null
      ? []
      : [
          figure('Tokens out', completion, [
            speed,
            named(tokens.reasoning, 'reasoning'),
            named(tokens.audio, 'audio'),
          ]),
        ]),
  ];
}

function figure(label: string, count: number, notes: readonly (string | null)[]): Figure {
  const note = notes.filter((one) => one !== null).join(' · ');
  return { label, value: exactCount(count), ...(note === '' ? {} : { note }) };
}

function named(count: number | null, word: string): string | null {
  return count === null || count === 0 ? null : `${exactCount(count)} ${word}`;
}

const PARTS = [
  ['prompt', 'input'],
  ['completion', 'output'],
] as const;

/**
 * The cost that came with a span, whichever attribute it came in; null when this server calculated
 * it.
 */
function sentCost(nested: Json): number | null {
  const sent = asNumber(at(nested, 'llm', 'cost', 'total'));
  return sent === null || sent < 0 ? null : sent;
}

/**
 * Where a cost comes from: the sender's own attributes, or this server's prices and the tokens it
 * was calculated from.
 */
function CostWhy({ span, nested }: { span: SpanDetail; nested: Json }) {
  const sent = sentCost(nested);
  return (
    <>
      {sent !== null && <SentNote span={span} />}
      <Popover
        label="Where the cost comes from"
        trigger={
          <button type="button" className="touch text-11 font-normal text-link">
            why?
          </button>
        }
      >
        <div className="flex max-w-400 flex-col gap-8 text-12">
          {sent !== null && <SentCost nested={nested} total={sent} />}
          <ComputedCost span={span} isSent={sent !== null} />
          <p className="text-text3">
            In US dollars. A cost that was sent is the span’s cost, and counts in all totals.
          </p>
        </div>
      </Popover>
    </>
  );
}

/**
 * Beside a cost that was sent: what the call costs by the prices of this server, if that differs.
 */
function SentNote({ span }: { span: SpanDetail }) {
  const { data } = useQuery(spanCostOptions(span.id));
  const computed = data?.computed_cost_usd ?? null;
  const isKnown =
    computed === null || (span.cost_usd !== null && isSameCost(computed, span.cost_usd));
  return (
    <span className="mr-4">
      {isKnown ? 'sent' : `sent · ${formatCost(computed)} by our prices`}
    </span>
  );
}

function SentCost({ nested, total }: { nested: Json; total: number }) {
  return (
    <>
      <p>Sent with the span:</p>
      <dl className="nums grid grid-cols-[1fr_auto] gap-x-16 gap-y-2 text-text2">
        {PARTS.map(([key, label]) => {
          const cost = asNumber(at(nested, 'llm', 'cost', key));
          return cost === null ? null : (
            <div key={key} className="contents">
              <dt>
                {label} <span className="mono text-text3">llm.cost.{key}</span>
              </dt>
              <dd className="text-right">{formatCost(cost)}</dd>
            </div>
          );
        })}
        <div className="contents text-text1">
          <dt>
            total <span className="mono text-text3">llm.cost.total</span>
          </dt>
          <dd className="text-right">{formatCost(total)}</dd>
        </div>
      </dl>
    </>
  );
}

/** Why this server's prices say nothing of a call. */
const UNKNOWN: Readonly<Record<Exclude<SpanCost['state'], 'known'>, string>> = {
  unknown: 'There is no price here for this model, or none for some of its tokens.',
  by_hour: 'The price of this model depends on the hour of the day, so no cost is calculated.',
  not_counted: 'No token counts were sent, so no cost can be calculated.',
  not_a_call: 'Costs are calculated for LLM and embedding spans.',
};

/**
 * A call's cost by this server's prices, part by part: tokens, rate and cost. Shown beside a cost
 * that was sent.
 */
function ComputedCost({ span, isSent }: { span: SpanDetail; isSent: boolean }) {
  const { data: cost, error } = useQuery(spanCostOptions(span.id));
  if (cost === undefined)
    return error === null ? (
      <p className="text-text3">Loading…</p>
    ) : (
      <p role="alert" className="tone-error text-tone">
        The rates could not be loaded.
      </p>
    );
  return (
    <>
      <p>
        {isSent
          ? 'Cost by this server’s current prices, for '
          : 'Calculated by this server when the span arrived, for '}
        <strong>{span.model_name ?? 'the model'}</strong>
        {span.model_provider === null ? '' : ` of ${span.model_provider}`}:
      </p>
      {cost.lines.length > 0 && <Lines cost={cost} storedUsd={isSent ? null : span.cost_usd} />}
      <Notes cost={cost} isSent={isSent} />
      <Source cost={cost} />
    </>
  );
}

function Lines({ cost, storedUsd }: { cost: SpanCost; storedUsd: number | null }) {
  const sum = cost.computed_cost_usd ?? 0;
  // The sum as it was stored, without what a sum of binary fractions adds.
  const total = storedUsd !== null && isSameCost(sum, storedUsd) ? storedUsd : sum;
  return (
    <table className="nums w-full text-text2">
      <thead className="text-11 text-text3">
        <tr>
          {['Tokens', 'Count', '$ per million', 'Cost'].map((column, place) => (
            <th
              key={column}
              scope="col"
              className={`pb-2 font-normal ${place === 0 ? 'text-left' : 'pl-16 text-right'}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cost.lines.map(({ part, count, rate, cost_usd: costUsd }) => (
          <tr key={part}>
            <th scope="row" className="text-left font-normal">
              {lineLabel(part, cost.lines)}
            </th>
            <td className="pl-16 text-right">{exactCount(count)}</td>
            <td className="pl-16 text-right">{part === 'per_call' ? '' : exactRate(rate)}</td>
            <td className="pl-16 text-right">{exactCost(costUsd)}</td>
          </tr>
        ))}
        <tr className="border-t border-line2 text-text1">
          <th scope="row" colSpan={3} className="pt-2 text-left font-medium">
            sum
          </th>
          <td className="pt-2 pl-16 text-right font-medium">{exactCost(total)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** The current prices, if they have changed since the span arrived. */
function Notes({ cost, isSent }: { cost: SpanCost; isSent: boolean }) {
  const { state, cost_usd: stored, computed_cost_usd: computed, today_cost_usd: today } = cost;
  const isOther = !isSent && stored !== null && computed !== null && !isSameCost(computed, stored);
  const isOtherToday =
    today !== null &&
    computed !== null &&
    !isSameCost(today, computed) &&
    (isSent || stored === null || !isSameCost(today, stored));
  return (
    <>
      {state !== 'known' && (
        <p className="tone-warn text-tone">
          {UNKNOWN[state]}
          {!isSent &&
            stored !== null &&
            ` The stored cost of ${exactCost(stored)} was computed when the span arrived, and doesn’t change.`}
        </p>
      )}
      {isOther && (
        <p className="tone-warn text-tone">
          At current prices the cost is {exactCost(computed)}. The stored cost of{' '}
          {exactCost(stored)} was computed when the span arrived, and doesn’t change.
        </p>
      )}
      {isOtherToday && (
        <p className="tone-warn text-tone">
          At today’s rates the cost would be {exactCost(today)}.{' '}
          {isSent ? '' : 'Stored costs don’t change.'}
        </p>
      )}
    </>
  );
}

/** Whose price it is, and where it is set or listed. */
function Source({ cost: { own_price: own, model, provider } }: { cost: SpanCost }) {
  return (
    <>
      {own !== null && (
        <p className="text-text3">
          Custom price for <span className="mono">{own.model}</span>
          {own.provider === null ? '' : ` of ${own.provider}`}
          {own.valid_from === null ? '' : `, from ${own.valid_from}`}
          {own.valid_until === null ? '' : `, until ${own.valid_until}`}.
        </p>
      )}
      {model !== null && provider !== null && (
        <p className="text-text3">
          In the list: {model}, {provider.name}.
        </p>
      )}
      <Link
        to={MODEL_SETTINGS_PATH}
        search={own === null && model !== null ? { find: model } : {}}
        className="self-start text-link"
      >
        {own === null ? 'Models and prices' : 'Custom prices'}
      </Link>
    </>
  );
}
