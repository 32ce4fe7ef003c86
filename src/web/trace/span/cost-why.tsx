import { useQuery } from '@tanstack/react-query';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { spanCostOptions } from '#web/prices/model-prices.calls.ts';
import { isSameCost } from '#web/prices/cost-lines.ts';
import { formatCost } from '#web/platform/text/format-number.ts';
import { asNumber, at, type Json } from '#web/platform/text/json.ts';
import { Popover } from '#web/ui/floating/popover.tsx';
import { ComputedCost } from './computed-cost.tsx';

const PARTS = [
  ['prompt', 'input'],
  ['completion', 'output'],
] as const;

/** The cost that came with a span, whichever attribute it came in; null when this server calculated it. */
export function sentCost(nested: Json): number | null {
  const sent = asNumber(at(nested, 'llm', 'cost', 'total'));
  return sent === null || sent < 0 ? null : sent;
}

/** Where a cost comes from: the sender's own attributes, or this server's prices and the tokens it was calculated from. */
export function CostWhy({ span, nested }: { span: SpanDetail; nested: Json }) {
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
          <p className="text-text3">In US dollars. A cost that was sent is the span’s cost, and counts in all totals.</p>
        </div>
      </Popover>
    </>
  );
}

/** Beside a cost that was sent: what the call costs by the prices of this server, if that differs. */
function SentNote({ span }: { span: SpanDetail }) {
  const { data } = useQuery(spanCostOptions(span.id));
  const computed = data?.computed_cost_usd ?? null;
  const isKnown = computed === null || (span.cost_usd !== null && isSameCost(computed, span.cost_usd));
  return <span className="mr-4">{isKnown ? 'sent' : `sent · ${formatCost(computed)} by our prices`}</span>;
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
