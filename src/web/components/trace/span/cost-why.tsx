import type { SpanDetail } from '../../../api/model.ts';
import { Popover } from '../../popover.tsx';
import { formatCost } from '../../../lib/format-number.ts';
import { asNumber, at } from '../../../lib/json.ts';
import type { Json } from '../../../lib/json.ts';
import { ReckonedCost } from './reckoned-cost.tsx';

const PARTS = [
  ['prompt', 'input'],
  ['completion', 'output'],
] as const;

/** Where a cost comes from: the sender's own attributes, or this server's price list and the tokens it was reckoned from. */
export function CostWhy({ span, nested }: { span: SpanDetail; nested: Json }) {
  const sent = asNumber(at(nested, 'llm', 'cost', 'total'));
  return (
    <Popover
      label="Where the cost comes from"
      trigger={
        <button type="button" className="touch text-11 font-normal text-link">
          why?
        </button>
      }
    >
      <div className="flex max-w-400 flex-col gap-8 text-12">
        {sent === null || sent < 0 ? <ReckonedCost span={span} /> : <SentCost nested={nested} total={sent} />}
        <p className="text-text3">In US dollars. A cost that was sent always wins over the price list.</p>
      </div>
    </Popover>
  );
}

function SentCost({ nested, total }: { nested: Json; total: number }) {
  return (
    <>
      <p>Sent with the span, as it is:</p>
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
