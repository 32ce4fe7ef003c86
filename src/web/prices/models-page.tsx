import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, useDeferredValue } from 'react';
import type { ListedModel, ListedModelPage, ModelRates } from '#contracts/prices/model-price.ts';
import { modelPricesOptions, modelRatesOptions } from './model-prices.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { May, useMay } from '#web/accounts/may.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { TypedSearch } from '#web/ui/typed-search.tsx';
import { exactCount, exactRate, plural } from '#web/platform/text/format-number.ts';
import { newDraft, type PriceDraft, daysText } from './own-price-draft.ts';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { OwnPriceForm } from './own-price-form.tsx';
import { OwnPrices } from './own-prices.tsx';
import { RepriceSpans } from './reprice-spans.tsx';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';
import { unpricedModelsOptions } from './own-prices.calls.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { ChoiceField, Field } from '#web/ui/form/field.tsx';
import { PART_LABELS } from './cost-lines.ts';

const SHOWN = 20;

/**
 * Models in people's traces that cost nothing for lack of a price; nothing at all where every model
 * has one.
 */
function UnpricedModels({ onAdd }: { onAdd: (model: string) => void }) {
  const { data, error, refetch } = useQuery(unpricedModelsOptions);
  const mayChange = useMay('admin');
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The models without a price could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined || data.total === 0) return null;
  return (
    <SettingsSection
      title={`${plural(data.total, 'model')} in your traces ${data.total === 1 ? 'has' : 'have'} no price`}
      note={`LLM calls of the last ${data.days} days that were sent without a cost, to models with neither a custom price nor one in the list.`}
    >
      <FigureTable
        label="Models without a price"
        columns={['Model', 'Tokens', 'Projects', ...(mayChange ? ['Actions'] : [])]}
        figures={[1, 2, 3]}
        rows={data.data
          .slice(0, SHOWN)
          .map(({ model, token_count: tokens, project_count: projects }) => ({
            id: model,
            cells: [
              <span key="model" className="clip mono block max-md:w-120" title={model}>
                {model}
              </span>,
              exactCount(tokens),
              exactCount(projects),
              <span key="add" className="flex justify-end">
                <Button
                  look="quiet"
                  aria-label={`Add price for ${model}`}
                  className="max-md:h-44"
                  onClick={() => onAdd(model)}
                >
                  Add price
                </Button>
              </span>,
            ],
          }))}
      />
      {data.total > SHOWN && (
        <p className="text-12 text-text2">The {SHOWN} with the most tokens are listed.</p>
      )}
    </SettingsSection>
  );
}

const routeApi = getRouteApi('/settings/models');

/**
 * The sources of this server's costs: custom prices, the bundled list, and models without a price.
 */
export function ModelsPage() {
  const { find = '' } = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  const [draft, setDraft] = useState<PriceDraft | null>(null);
  return (
    <SettingsColumn wide>
      <SettingsSection
        title="Custom prices"
        note="Custom prices take precedence over the list below: an exact name before a pattern, then a price for the call’s provider, then the latest start date. In US dollars per million tokens."
        actions={
          <May scope="admin">
            <Button look="accent" className="max-md:h-44" onClick={() => setDraft(newDraft())}>
              Add price
            </Button>
          </May>
        }
      >
        <OwnPrices />
      </SettingsSection>
      <UnpricedModels onAdd={(model) => setDraft(newDraft(model))} />
      <SettingsSection
        title="Check a price"
        note="Which price applies to the calls of a model on a day. Without a day: today."
      >
        <PriceTest />
      </SettingsSection>
      <May scope="admin">
        <RepriceSpans />
      </May>
      <SettingsSection
        title="Models and prices"
        note="The cost of an LLM or embedding call that is sent without a cost and has no custom price: its tokens times these rates, in US dollars per million tokens. A cost that is sent with a span always wins, and stored costs stay when prices change."
      >
        <TypedSearch
          value={find}
          onChange={(text) =>
            void navigate({ search: text === '' ? {} : { find: text }, replace: true })
          }
          placeholder="Find a model or provider"
          className="w-320 max-md:h-44 max-md:w-full"
        />
        <ModelList find={find} onAdd={setDraft} />
      </SettingsSection>
      {draft !== null && <OwnPriceForm id={null} start={draft} onClose={() => setDraft(null)} />}
    </SettingsColumn>
  );
}

function ModelList({ find, onAdd }: { find: string; onAdd: (draft: PriceDraft) => void }) {
  const mayAdd = useMay('admin');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    modelPricesOptions(find),
  );
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The price list could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const first = data?.pages[0];
  if (first === undefined) return <SkeletonRows rows={8} height={44} />;
  const models = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <Source page={first} find={find} />
      {models.length === 0 ? (
        <EmptyNote title={`No model in the list matches “${find}”`}>
          Calls to a model that isn’t in the list have no cost, unless they are sent with one or you
          set a custom price.
          {mayAdd && (
            <Button className="mt-8 block max-md:h-44" onClick={() => onAdd(newDraft(find))}>
              Add price
            </Button>
          )}
        </EmptyNote>
      ) : (
        <FigureTable
          label="Models"
          columns={[
            'Model',
            'Input',
            'Output',
            'Cache read',
            'Cache write',
            ...(mayAdd ? ['Actions'] : []),
          ]}
          figures={[1, 2, 3, 4, 5]}
          rows={models.flatMap((model) => rowsOf(model, mayAdd ? onAdd : null))}
        />
      )}
      {hasNextPage && (
        <Button
          className="self-start max-md:h-44"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

/** How many models there are, and where the list comes from. */
function Source({ page: { total, list }, find }: { page: ListedModelPage; find: string }) {
  return (
    <p className="text-12 text-text2">
      <span role="status">
        {find === '' ? plural(total, 'model') : `${plural(total, 'model')} like “${find}”`}
      </span>
      . The list is that of{' '}
      <span className="mono">
        {list.name} {list.version}
      </span>
      , which came with this server; nothing is fetched. A dash is a price that the list does not
      have: cached tokens then cost what other input does, all else nothing.
    </p>
  );
}

type Rates = ListedModel['rates'];

/** A row for the model, and one for each length of the prompt from which it asks something else. */
function rowsOf(
  { provider, model, name, by_hour: byHour, rates, tiers }: ListedModel,
  onAdd: ((draft: PriceDraft) => void) | null,
) {
  const id = `${provider.id} ${model}`;
  const title = (
    <span className="flex flex-col py-4 max-md:w-160">
      <span className="clip mono" title={name === null ? model : `${model}: ${name}`}>
        {model}
      </span>
      <span className="clip text-11 text-text3">
        {provider.name}
        {byHour && ' · priced by the hour of the day, so no cost is calculated'}
      </span>
    </span>
  );
  return [
    {
      id,
      cells: [
        title,
        ...ratesCells(rates),
        onAdd === null ? null : (
          <Button
            key="add"
            look="quiet"
            aria-label={`Add custom price for ${model}`}
            className="max-md:h-44"
            onClick={() => onAdd(newDraft(model, '', rates))}
          >
            Add custom price
          </Button>
        ),
      ],
    },
    ...tiers.map((tier) => ({
      id: `${id} over ${tier.input_tokens_over}`,
      cells: [
        <span
          key="over"
          className="block py-4 pl-12 text-12 text-text2 max-md:w-160 max-md:whitespace-normal"
        >
          over {exactCount(tier.input_tokens_over)} input tokens
        </span>,
        ...ratesCells(tier.rates),
      ],
    })),
  ];
}

function ratesCells({ input, output, cache_read: cacheRead, cache_write: cacheWrite }: Rates) {
  return [input, output, cacheRead, cacheWrite].map((rate) =>
    rate === null ? '–' : exactRate(rate),
  );
}

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
function PriceTest() {
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
        <Field
          label="Model"
          value={model}
          onValue={setModel}
          maxLength={1024}
          placeholder="gpt-4o-2024-08-06"
          autoComplete="off"
        />
        <Field
          label="Provider"
          value={provider}
          onValue={setProvider}
          maxLength={1024}
          placeholder="any"
          autoComplete="off"
        />
        <DayField label="Day" zone="utc" value={day} onValue={setDay} />
      </div>
      <ChoiceField label="Kind of span" options={KINDS} value={kind} onValue={setKind} />
      <div role="status" className="text-13">
        {error !== null && asked.model !== '' && (
          <p className="tone-error text-tone">The price could not be loaded: {error.message}</p>
        )}
        {data !== undefined && asked.model !== '' && <Answer rates={data} />}
      </div>
    </div>
  );
}

function Answer({
  rates: { state, own_price: own, model, provider, rates },
}: {
  rates: ModelRates;
}) {
  if (state === 'unknown')
    return <p>No price applies: calls that are sent without a cost have none.</p>;
  if (rates === null)
    return <p>The price of this model depends on the hour of the day, so no cost is calculated.</p>;
  const shown = PARTS.flatMap(([part, side]) => {
    const rate = rates[part];
    return rate === null || (side !== null && rate === rates[side])
      ? []
      : [`${PART_LABELS[part]} ${exactRate(rate)}`];
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
