import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ModelRates } from '#contracts/prices/model-price.ts';
import { modelRatesOptions } from './model-prices.calls.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { ChoiceField, Field } from '#web/ui/form/field.tsx';
import { exactRate } from '#web/platform/text/format-number.ts';
import { daysText } from './own-price-draft.ts';
import { PART_LABELS } from './cost-lines.ts';

const KINDS = [
  { label: 'LLM call', value: 'LLM' },
  { label: 'Embedding', value: 'EMBEDDING' },
] as const;
/** Parts of a cost, each with the part whose rate applies if it has none of its own. */
const PARTS = [
  ['input', null],
  ['cache_read', 'input'],
  ['cache_write', 'input'],
  ['audio_input', 'input'],
  ['image_input', 'input'],
  ['output', null],
  ['reasoning', 'output'],
  ['audio_output', 'output'],
  ['image_output', 'output'],
] as const;

/** Which price applies to calls of a model on a day, as ingest would find it. */
export function PriceTest() {
  const [model, setModel] = useState('');
  const [provider, setProvider] = useState('');
  const [day, setDay] = useState('');
  const [kind, setKind] = useState<(typeof KINDS)[number]['value']>('LLM');
  const asked = useDeferredValue({ model: model.trim(), provider: provider.trim(), day, kind });
  const { data, error } = useQuery({
    ...modelRatesOptions({
      model: asked.model,
      provider: asked.provider === '' ? null : asked.provider,
      kind: asked.kind,
      time: asked.day === '' ? null : `${asked.day}T12:00:00Z`,
    }),
    enabled: asked.model !== '',
  });
  return (
    <div className="flex flex-col gap-12">
      <div className="grid gap-12 md:grid-cols-3">
        <Field label="Model" value={model} onValue={setModel} maxLength={1024} placeholder="gpt-4o-2024-08-06" autoComplete="off" />
        <Field label="Provider" value={provider} onValue={setProvider} maxLength={1024} placeholder="any" autoComplete="off" />
        <DayField label="Day" zone="utc" value={day} onValue={setDay} />
      </div>
      <ChoiceField label="Kind of span" options={KINDS} value={kind} onValue={setKind} />
      <div role="status" className="text-13">
        {error !== null && asked.model !== '' && <p className="tone-error text-tone">The price could not be loaded: {error.message}</p>}
        {data !== undefined && asked.model !== '' && <Answer rates={data} />}
      </div>
    </div>
  );
}

function Answer({ rates: { state, own_price: own, model, provider, rates } }: { rates: ModelRates }) {
  if (state === 'unknown') return <p>No price applies: calls that are sent without a cost have none.</p>;
  if (rates === null) return <p>The price of this model depends on the hour of the day, so no cost is calculated.</p>;
  const shown = PARTS.flatMap(([part, side]) => {
    const rate = rates[part];
    return rate === null || (side !== null && rate === rates[side]) ? [] : [`${PART_LABELS[part]} ${exactRate(rate)}`];
  });
  return (
    <div className="flex flex-col gap-4">
      <p>
        {own === null ? (
          <>
            From the list: <span className="mono">{model}</span>, {provider?.name}.
          </>
        ) : (
          <>
            Custom price for <span className="mono">{own.model}</span>
            {own.provider === null ? '' : ` of ${own.provider}`}, {daysText(own)}.
          </>
        )}
      </p>
      <p className="nums text-text2">
        {shown.join(' · ')}
        {rates.per_call > 0 && ` · each call ${exactRate(rates.per_call)}`}
      </p>
    </div>
  );
}
