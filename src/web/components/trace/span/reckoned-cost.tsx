import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ModelRates } from '#contracts/model-price.ts';
import type { SpanDetail } from '../../../api/model.ts';
import { modelRatesOptions } from '../../../api/model-prices.ts';
import { costLines, isSameCost, sumOf } from '../../../lib/cost-lines.ts';
import type { CostLine } from '../../../lib/cost-lines.ts';
import { exactCost, exactCount, exactRate } from '../../../lib/format-number.ts';
import { MODEL_SETTINGS_PATH } from '../../../lib/settings-pages.ts';

/** What this server reckoned a cost from, type by type: tokens, rate and what comes of it, by the list as it is now. */
export function ReckonedCost({ span }: { span: SpanDetail }) {
  const { model_name: model, model_provider: provider, tokens } = span;
  const call = { model: model ?? '', provider, inputTokens: tokens.prompt ?? 0 };
  const enabled = call.model !== '';
  const { data: then, error } = useQuery({ ...modelRatesOptions({ ...call, time: span.start_time }), enabled });
  const { data: today } = useQuery({ ...modelRatesOptions({ ...call, time: null }), enabled });
  return (
    <>
      <p>
        Reckoned by this server when the span arrived, from its price list for <strong>{model ?? 'the model'}</strong>
        {provider === null ? '' : ` of ${provider}`}:
      </p>
      {then?.rates ? <Lines span={span} lines={costLines(tokens, then.rates)} /> : <Counts span={span} />}
      {then === undefined && error !== null && (
        <p role="alert" className="tone-error text-tone">
          The rates could not be read.
        </p>
      )}
      {then !== undefined && <Note span={span} then={then} today={today} />}
    </>
  );
}

function Lines({ span, lines }: { span: SpanDetail; lines: readonly CostLine[] }) {
  const sum = sumOf(lines);
  // The sum as it was stored, without what a sum of binary fractions adds.
  const total = span.cost_usd !== null && isSameCost(sum, span.cost_usd) ? span.cost_usd : sum;
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
        {lines.map(({ label, count, rate, cost }) => (
          <tr key={label}>
            <th scope="row" className="text-left font-normal">
              {label}
            </th>
            <td className="pl-16 text-right">{exactCount(count)}</td>
            <td className="pl-16 text-right">{exactRate(rate)}</td>
            <td className="pl-16 text-right">{exactCost(cost)}</td>
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

/** The tokens alone, where there are no rates to show (yet). */
function Counts({ span: { tokens } }: { span: SpanDetail }) {
  const counts = [
    ['input', tokens.prompt],
    ['of them read from a cache', tokens.cache_read],
    ['of them written to a cache', tokens.cache_write],
    ['output', tokens.completion],
  ] as const;
  return (
    <dl className="nums grid grid-cols-[1fr_auto] gap-x-16 gap-y-2 text-text2">
      {counts.map(([label, count]) =>
        count === null ? null : (
          <div key={label} className="contents">
            <dt>{label} tokens</dt>
            <dd className="text-right">{exactCount(count)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** What the list says now that it did not when the span arrived, and where it comes from. */
function Note({ span, then, today }: { span: SpanDetail; then: ModelRates; today: ModelRates | undefined }) {
  const cost = span.cost_usd ?? 0;
  const byThen = then.rates === null ? null : sumOf(costLines(span.tokens, then.rates));
  const byToday = today === undefined || today.rates === null ? null : sumOf(costLines(span.tokens, today.rates));
  const isOther = byThen !== null && !isSameCost(byThen, cost);
  const isOtherToday = byToday !== null && !isSameCost(byToday, cost) && (byThen === null || !isSameCost(byToday, byThen));
  return (
    <>
      {then.rates === null && (
        <p className="tone-warn text-tone">
          {then.state === 'unknown'
            ? 'The list does not know this model any more; the cost stays what it was when the span arrived.'
            : 'What this model asks now depends on the hour of the day; the cost stays what it was when the span arrived.'}
        </p>
      )}
      {isOther && (
        <p className="tone-warn text-tone">
          By the list this server has now it is {exactCost(byThen)}. The cost was {exactCost(cost)} when the span arrived, and stays so.
        </p>
      )}
      {isOtherToday && (
        <p className="tone-warn text-tone">
          By the rates of today it would be {exactCost(byToday)}. A cost stays what it was when the span arrived.
        </p>
      )}
      {then.model !== null && then.provider !== null && (
        <p className="text-text3">
          In the list: {then.model}, {then.provider.name}.
        </p>
      )}
      <Link to={MODEL_SETTINGS_PATH} search={then.model === null ? {} : { find: then.model }} className="self-start text-link">
        Models and prices
      </Link>
    </>
  );
}
