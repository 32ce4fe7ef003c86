import { Type, type Static } from 'typebox';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
} from '../wire/schema-parts.ts';

const PRICE_ID = 'T3duTW9kZWxQcmljZTox';
const DOLLARS_MAX = 1_000_000_000;

/** There are at most so many; with each call of a new name all are looked at. */
export const OWN_PRICES_MAX = 1_000;

const amount = (what: string) =>
  nullable(Type.Number({ minimum: 0, maximum: DOLLARS_MAX }), {
    description: `${what}; null for no separate price.`,
  });
const perMillion = (what: string) => amount(`${what}, US dollars per million tokens`);

const PRICES = {
  input: perMillion('Input tokens'),
  output: perMillion('Output tokens; without it they cost nothing'),
  cache_read: perMillion(
    'Input tokens read from a cache; without it they cost what other input does',
  ),
  cache_write: perMillion(
    'Input tokens written to a cache; without it they cost what other input does',
  ),
  reasoning: perMillion(
    'Output tokens spent on reasoning; without it they cost what other output does',
  ),
  audio_input: perMillion('Input tokens of sound; without it they cost what other input does'),
  audio_output: perMillion('Output tokens of sound; without it they cost what other output does'),
  image_input: perMillion('Input tokens of images; without it they cost what other input does'),
  image_output: perMillion('Output tokens of images; without it they cost what other output does'),
  embedding: perMillion('Input tokens of an embedding; without it they cost what other input does'),
  per_call: amount('Each call, whatever its tokens, in US dollars'),
};

const model = Type.String({
  minLength: 1,
  maxLength: 256,
  description:
    'The name of a model as spans send it, or with `*` in it a pattern: `*` matches any number of characters, including none. Case-insensitive.',
  examples: ['our-llama-*'],
});
const provider = nullable(Type.String({ minLength: 1, maxLength: 256, examples: ['openai'] }), {
  description:
    'The price is for calls of this provider alone, as spans name it; null for any, also for calls that name none.',
});
const day = (what: string) =>
  nullable(Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, examples: ['2026-01-01'] }), {
    description: what,
  });
const validFrom = day(
  'The first day (UTC) whose calls it is for; null for all calls before its end.',
);
const validUntil = day(
  'The last day (UTC) whose calls it is for, itself included; null for no end.',
);

const NAMED = {
  id: globalId('Global ID of the price.', PRICE_ID),
  model,
  provider,
  valid_from: validFrom,
  valid_until: validUntil,
};

/** Which price it is, where one is named. */
export const NamedOwnPrice = Type.Object(NAMED, { title: 'NamedOwnPrice' });
export type NamedOwnPrice = Static<typeof NamedOwnPrice>;

export const OwnModelPrice = Type.Object(
  {
    ...NAMED,
    prices: Type.Object(PRICES, { title: 'OwnPrices' }),
    created_at: isoTime('When it was added.'),
    updated_at: isoTime('When it was last changed.'),
  },
  { title: 'OwnModelPrice' },
);
export type OwnModelPrice = Static<typeof OwnModelPrice>;
export const OwnModelPriceReply = dataOf(OwnModelPrice);
export const OwnModelPricePage = pageOf(OwnModelPrice);
export type OwnModelPricePage = Static<typeof OwnModelPricePage>;

const GivenPrices = Type.Partial(Type.Object(PRICES), {
  title: 'GivenPrices',
  description: 'At least one of them.',
});
export const CreateOwnModelPriceBody = Type.Object(
  {
    model,
    provider: Type.Optional(provider),
    valid_from: Type.Optional(validFrom),
    valid_until: Type.Optional(validUntil),
    prices: GivenPrices,
  },
  { title: 'CreateOwnModelPriceBody' },
);
export type CreateOwnModelPriceBody = Static<typeof CreateOwnModelPriceBody>;
export const UpdateOwnModelPriceBody = Type.Partial(CreateOwnModelPriceBody, {
  title: 'UpdateOwnModelPriceBody',
  description: 'Absent fields stay unchanged, each price too; null clears a price.',
});
export type UpdateOwnModelPriceBody = Static<typeof UpdateOwnModelPriceBody>;

export const OwnModelPriceParams = Type.Object({
  price_id: globalId('Global ID of the price.', PRICE_ID),
});
export const OwnModelPriceListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
export type OwnModelPriceListParams = Static<typeof OwnModelPriceListParams>;
