import { Type, type Static } from 'typebox';
import { NamedOwnPrice } from './own-model-price.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  count,
  CursorParam,
  dataOf,
  limitParam,
  nullable,
  oneOf,
  timeParam,
} from '../wire/schema-parts.ts';

const rate = (what: string) =>
  Type.Number({
    minimum: 0,
    description: `${what}, US dollars per million tokens.`,
    examples: [2.5],
  });
const rateOrNull = (what: string) =>
  nullable(Type.Number({ minimum: 0 }), {
    description: `${what}, US dollars per million tokens; null where the list has no price of them, so that calls with such tokens have no cost.`,
  });
const listedRate = (what: string) =>
  nullable(Type.Number({ minimum: 0 }), {
    description: `${what}, US dollars per million tokens; null where the list has no such price.`,
  });

const PriceProvider = Type.Object(
  {
    id: Type.String({ description: 'As the list calls it.', examples: ['openai'] }),
    name: Type.String({ description: 'As people call it.', examples: ['OpenAI'] }),
  },
  { title: 'PriceProvider' },
);
export const PriceListInfo = Type.Object(
  {
    name: Type.String({
      description: 'The package the list comes from.',
      examples: ['@pydantic/genai-prices'],
    }),
    version: Type.String({
      description: 'Its version; it came with this server, and nothing is fetched.',
      examples: ['0.1.8'],
    }),
  },
  { title: 'PriceListInfo' },
);
export type PriceListInfo = Static<typeof PriceListInfo>;

/** The kinds of spans that costs are computed for. */
const CALLED_KINDS = ['LLM', 'EMBEDDING'] as const;

export const ModelRatesParams = Type.Object({
  model: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'The model, as a span names it.',
    examples: ['gpt-4o-2024-08-06'],
  }),
  provider: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'The provider, as a span names it; without it the name of the model says which.',
      examples: ['openai'],
    }),
  ),
  time: Type.Optional(timeParam('The rates at this time; now by default.')),
  kind: Type.Optional(
    oneOf(CALLED_KINDS, {
      default: 'LLM',
      description: 'The kind of span: embeddings have prices of their own.',
    }),
  ),
  input_tokens: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description:
        'Input tokens of the call: some models ask more, for all of its tokens, when the prompt is long.',
    }),
  ),
});
export type ModelRatesParams = Static<typeof ModelRatesParams>;

const RATE_SOURCES = ['own', 'list'] as const;
const source = nullable(oneOf(RATE_SOURCES), {
  description:
    '`own`: a price that was set here (`own_price`). `list`: the list that came with this server. Null when there is no price.',
});
const ownPrice = nullable(NamedOwnPrice, {
  description: 'The price that was set here, where one applies; it goes before the list.',
});
const listProvider = nullable(PriceProvider, {
  description: 'Whose price of the list it is; null when another price applies, or none.',
});
const listModel = nullable(Type.String({ examples: ['gpt-4o'] }), {
  description:
    'The model that the name means in the list; null when another price applies, or none.',
});

export const TokenRates = Type.Object(
  {
    input: rate('Input tokens that are neither read from a cache nor written to one'),
    output: rate('Output tokens'),
    cache_read: rate(
      'Input tokens read from a cache; what others cost where there is no price of their own',
    ),
    cache_write: rate(
      'Input tokens written to a cache; what others cost where there is no price of their own',
    ),
    reasoning: rate(
      'Output tokens spent on reasoning; what others cost where there is no price of their own',
    ),
    audio_input: rateOrNull('Input tokens of sound'),
    audio_output: rateOrNull('Output tokens of sound'),
    image_input: rate(
      'Input tokens of images; what others cost where there is no price of their own',
    ),
    image_output: rate(
      'Output tokens of images; what others cost where there is no price of their own',
    ),
    per_call: Type.Number({ minimum: 0, description: 'Each call, in US dollars.' }),
  },
  { title: 'TokenRates' },
);
export type TokenRates = Static<typeof TokenRates>;

export const ModelRates = Type.Object(
  {
    state: oneOf(['known', 'unknown', 'by_hour'], {
      description:
        '`unknown`: no price was set here, and the list has no such model, or no price of it by the token. `by_hour`: what it asks depends on the hour of the day, and no cost is computed from that.',
    }),
    source,
    own_price: ownPrice,
    provider: listProvider,
    model: listModel,
    rates: nullable(TokenRates, {
      description: 'The rates that a cost is computed from; null unless the state is `known`.',
    }),
    list: PriceListInfo,
  },
  { title: 'ModelRates' },
);
export type ModelRates = Static<typeof ModelRates>;
export const ModelRatesReply = dataOf(ModelRates);

/** The parts of a cost, in the order they are read. */
const COST_PARTS = [
  'input',
  'cache_read',
  'cache_write',
  'audio_input',
  'image_input',
  'output',
  'reasoning',
  'audio_output',
  'image_output',
  'per_call',
] as const satisfies readonly (keyof TokenRates)[];

const CostLine = Type.Object(
  {
    part: oneOf(COST_PARTS, { description: 'Which tokens; each counts in one part alone.' }),
    count: count('Tokens; of `per_call` 1.'),
    rate: Type.Number({
      minimum: 0,
      description: 'US dollars per million tokens; of `per_call` per call.',
    }),
    cost_usd: Type.Number({ minimum: 0, description: 'Cost of this part in US dollars.' }),
  },
  { title: 'CostLine' },
);
const usd = (description: string) => nullable(Type.Number({ minimum: 0 }), { description });

export const SpanCost = Type.Object(
  {
    cost_usd: usd(
      'The cost that the span has, in US dollars: the one that was sent, else the one that was computed when it arrived.',
    ),
    sent_cost_usd: usd('The cost that was sent with the span; null when none was.'),
    state: oneOf(['known', 'unknown', 'by_hour', 'not_counted', 'not_a_call'], {
      description:
        'Whether this server has a price for it: `known`. `unknown`: there is no price for the model, or none for some of its tokens. `by_hour`: the price of the model depends on the hour of the day. `not_counted`: no token counts were sent. `not_a_call`: it is neither an LLM nor an embedding span.',
    }),
    computed_cost_usd: usd(
      'Its cost by current prices, for the day of the call; null unless the state is `known`.',
    ),
    today_cost_usd: usd('The cost of the same call today.'),
    lines: Type.Array(CostLine, { description: 'How `computed_cost_usd` is made, part by part.' }),
    source,
    own_price: ownPrice,
    provider: listProvider,
    model: listModel,
    list: PriceListInfo,
  },
  { title: 'SpanCost' },
);
export type SpanCost = Static<typeof SpanCost>;
export const SpanCostReply = dataOf(SpanCost);

export const ModelListParams = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 1024,
      description:
        'Words that provider and model must have, all of them, in any case; or a name that the list knows a model by.',
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
    name: nullable(Type.String({ examples: ['gpt 4o'] }), {
      description: 'As people call it; null where the list does not say.',
    }),
    by_hour: Type.Boolean({
      description:
        'The price depends on the hour of the day: no rates are returned, and no cost is computed.',
    }),
    rates: ListedRates,
    tiers: Type.Array(
      Type.Object(
        { input_tokens_over: count('Calls with more input tokens than this.'), rates: ListedRates },
        { title: 'RateTier' },
      ),
      {
        description:
          'The rates of all tokens of calls with long prompts, the shortest first; empty when the length makes no difference.',
      },
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

export const UNPRICED_DAYS = 7;
const UnpricedModel = Type.Object(
  {
    model: Type.String({ description: 'As spans name it.', examples: ['our-llama-7b'] }),
    token_count: count('Input and output tokens of its LLM spans in that time.'),
    project_count: count('Projects with such spans.'),
  },
  { title: 'UnpricedModel' },
);
export type UnpricedModel = Static<typeof UnpricedModel>;
export const UnpricedModelsReply = Type.Object(
  {
    data: Type.Array(UnpricedModel, { description: 'The most used first; at most 200.' }),
    total: count('How many models there are.'),
    days: count('Over how many days, up to now.'),
  },
  { title: 'UnpricedModelsReply' },
);
export type UnpricedModelsReply = Static<typeof UnpricedModelsReply>;
