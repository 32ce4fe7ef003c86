import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SpanCost } from '#contracts/prices/model-price.ts';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { spanCostOptions } from '#web/prices/model-prices.calls.ts';
import { isSameCost, lineLabel } from '#web/prices/cost-lines.ts';
import { exactCost, exactCount, exactRate } from '#web/platform/text/format-number.ts';
import { MODEL_SETTINGS_PATH } from '#web/platform/address/settings-pages.ts';

/** Why this server's prices say nothing of a call. */
const UNKNOWN: Readonly<Record<Exclude<SpanCost['state'], 'known'>, string>> = {
  unknown: 'There is no price here for this model, or none for some of its tokens.',
  by_hour: 'The price of this model depends on the hour of the day, so no cost is calculated.',
  not_counted: 'No token counts were sent, so no cost can be calculated.',
  not_a_call: 'Costs are calculated for LLM and embedding spans.',
};

/** A call's cost by this server's prices, part by part: tokens, rate and cost. Shown beside a cost that was sent. */
export function ComputedCost({ span, isSent }: { span: SpanDetail; isSent: boolean }) {
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
        {isSent ? 'Cost by this server’s current prices, for ' : 'Calculated by this server when the span arrived, for '}
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
            <th key={column} scope="col" className={`pb-2 font-normal ${place === 0 ? 'text-left' : 'pl-16 text-right'}`}>
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
    today !== null && computed !== null && !isSameCost(today, computed) && (isSent || stored === null || !isSameCost(today, stored));
  return (
    <>
      {state !== 'known' && (
        <p className="tone-warn text-tone">
          {UNKNOWN[state]}
          {!isSent && stored !== null && ` The stored cost of ${exactCost(stored)} was computed when the span arrived, and doesn’t change.`}
        </p>
      )}
      {isOther && (
        <p className="tone-warn text-tone">
          At current prices the cost is {exactCost(computed)}. The stored cost of {exactCost(stored)} was computed when the span arrived,
          and doesn’t change.
        </p>
      )}
      {isOtherToday && (
        <p className="tone-warn text-tone">
          At today’s rates the cost would be {exactCost(today)}. {isSent ? '' : 'Stored costs don’t change.'}
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
      <Link to={MODEL_SETTINGS_PATH} search={own === null && model !== null ? { find: model } : {}} className="self-start text-link">
        {own === null ? 'Models and prices' : 'Custom prices'}
      </Link>
    </>
  );
}
