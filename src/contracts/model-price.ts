import { Type } from 'typebox';
import type { Static } from 'typebox';
import { pageOf } from './pagination.ts';
import { count, CursorParam, dataOf, limitParam, nullable, oneOf, timeParam } from './schema-parts.ts';

const rate = (what: string) => Type.Number({ minimum: 0, description: `${what}, US dollars per million tokens.`, examples: [2.5] });
const listedRate = (what: string) =>
  nullable(Type.Number({ minimum: 0 }), { description: `${what}, US dollars per million tokens; null where the list has no such price.` });

const PriceProvider = Type.Object(
  {
    id: Type.String({ description: 'As the list calls it.', examples: ['openai'] }),
    name: Type.String({ description: 'As people call it.', examples: ['OpenAI'] }),
  },
  { title: 'PriceProvider' },
);
export const PriceListInfo = Type.Object(
  {
    name: Type.String({ description: 'The package the list comes from.', examples: ['@pydantic/genai-prices'] }),
    version: Type.String({ description: 'Its version; it came with this server, and nothing is fetched.', examples: ['0.1.8'] }),
  },
  { title: 'PriceListInfo' },
);
export type PriceListInfo = Static<typeof PriceListInfo>;

export const ModelRatesParams = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 1024, description: 'The model, as a span names it.', examples: ['gpt-4o-2024-08-06'] }),
  provider: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'The provider, as a span names it; without it the name of the model says which.',
      examples: ['openai'],
    }),
  ),
  time: Type.Optional(timeParam('The rates of this time; of now unless said.')),
  input_tokens: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Input tokens of the call: some models ask more, for all of its tokens, when the prompt is long.',
    }),
  ),
});
export type ModelRatesParams = Static<typeof ModelRatesParams>;

export const ModelRates = Type.Object(
  {
    state: oneOf(['known', 'unknown', 'by_hour'], {
      description:
        '`unknown`: the list has no such model, or no price of it by the token. `by_hour`: what it asks depends on the hour of the day, and no cost is computed from that.',
    }),
    provider: nullable(PriceProvider, { description: 'Whose price it is; null when the model is unknown.' }),
    model: nullable(Type.String({ examples: ['gpt-4o'] }), {
      description: 'The model that the name means in the list; null when unknown.',
    }),
    rates: nullable(
      Type.Object(
        {
          input: rate('Input tokens that are neither read from a cache nor written to one'),
          output: rate('Output tokens'),
          cache_read: rate('Input tokens read from a cache; what others cost where the list has no price of its own'),
          cache_write: rate('Input tokens written to a cache; what others cost where the list has no price of its own'),
        },
        { title: 'TokenRates' },
      ),
      { description: 'The rates that a cost is computed from; null unless the state is `known`.' },
    ),
    list: PriceListInfo,
  },
  { title: 'ModelRates' },
);
export type ModelRates = Static<typeof ModelRates>;
export const ModelRatesReply = dataOf(ModelRates);

export const ModelListParams = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: 'Words that provider and model must have, all of them, in any case; or a name that the list knows a model by.',
      examples: ['openai gpt-4o'],
    }),
  ),
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
export type ModelListParams = Static<typeof ModelListParams>;

const ListedRates = Type.Object(
  {
    input: listedRate('Input tokens'),
    output: listedRate('Output tokens'),
    cache_read: listedRate('Input tokens read from a cache'),
    cache_write: listedRate('Input tokens written to a cache'),
  },
  { title: 'ListedRates' },
);
export type ListedRates = Static<typeof ListedRates>;
export const ListedModel = Type.Object(
  {
    provider: PriceProvider,
    model: Type.String({ description: 'As the list calls it.', examples: ['gpt-4o'] }),
    name: nullable(Type.String({ examples: ['gpt 4o'] }), { description: 'As people call it; null where the list does not say.' }),
    by_hour: Type.Boolean({ description: 'What it asks depends on the hour of the day: no rates are given, and no cost is computed.' }),
    rates: ListedRates,
    tiers: Type.Array(
      Type.Object({ input_tokens_over: count('Calls with more input tokens than this.'), rates: ListedRates }, { title: 'RateTier' }),
      { description: 'What all tokens of calls with long prompts cost, the shortest first; empty when the length makes no difference.' },
    ),
  },
  { title: 'ListedModel' },
);
export type ListedModel = Static<typeof ListedModel>;
export const ListedModelPage = Type.Object({
  ...pageOf(ListedModel).properties,
  total: count('Models of the whole list that fit the search.'),
  list: PriceListInfo,
});
export type ListedModelPage = Static<typeof ListedModelPage>;
