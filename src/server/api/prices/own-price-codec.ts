import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type {
  CreateOwnModelPriceBody,
  NamedOwnPrice,
  OwnModelPrice,
} from '#contracts/prices/own-model-price.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { OWN_RATES, type OwnPrice, type OwnRates } from '#core/cost/own-price.ts';
import type { OwnModelPriceFields } from '#server/stores/meta/model-prices/own-prices.queries.ts';
import type { OwnModelPriceRecord } from '#server/stores/meta/own-model-price-tables.ts';

/** A price as rules see it. */
export function ownPriceOf(row: OwnModelPriceRecord): OwnPrice {
  const { id, model, provider, valid_from: validFrom, valid_until: validUntil } = row;
  return { id, model, provider, validFrom, validUntil, rates: ratesOf(parsed(row.prices)) };
}

/** How the interface names a price that applies. */
export function namedPrice({
  id,
  model,
  provider,
  validFrom,
  validUntil,
}: OwnPrice): NamedOwnPrice {
  return {
    id: encodeGlobalId('OwnModelPrice', id),
    model,
    provider,
    valid_from: validFrom,
    valid_until: validUntil,
  };
}

/** A price as the interface gives it. */
export function ownPriceReply(row: OwnModelPriceRecord): OwnModelPrice {
  const { id, model, provider, valid_from, valid_until } = row;
  return {
    id: encodeGlobalId('OwnModelPrice', id),
    model,
    provider,
    valid_from,
    valid_until,
    prices: ratesOf(parsed(row.prices)),
    created_at: isoFromUnixMs(row.created_at_ms),
    updated_at: isoFromUnixMs(row.updated_at_ms),
  };
}

/** The stored form of a body, merged with the previous price; 422 for contradictions. */
export function priceFields(
  body: Partial<CreateOwnModelPriceBody>,
  before: OwnModelPriceRecord | null,
): OwnModelPriceFields {
  // Only the known types are stored, whatever else the body has.
  const rates = ratesOf({ ...parsed(before?.prices ?? '{}'), ...body.prices });
  const fields = {
    model: (body.model ?? before?.model ?? '').trim(),
    provider: trimmed(body.provider === undefined ? (before?.provider ?? null) : body.provider),
    valid_from: body.valid_from === undefined ? (before?.valid_from ?? null) : body.valid_from,
    valid_until: body.valid_until === undefined ? (before?.valid_until ?? null) : body.valid_until,
    prices: JSON.stringify(rates),
  };
  checkFields(fields, rates);
  return fields;
}

function checkFields(
  { model, provider, valid_from, valid_until }: OwnModelPriceFields,
  rates: OwnRates,
): void {
  if (model === '')
    throw new AppError(
      'unprocessable',
      'body.model must not be blank. Give the name of a model as spans send it, such as gpt-4o.',
    );
  if (provider === '')
    throw new AppError(
      'unprocessable',
      'body.provider must not be blank. Leave it out for any provider.',
    );
  for (const [field, day] of Object.entries({ valid_from, valid_until }))
    if (day !== null && !isDay(day))
      throw new AppError(
        'unprocessable',
        `body.${field} must be a day such as 2026-01-31; got '${day}', which no calendar has.`,
      );
  if (valid_from !== null && valid_until !== null && valid_until < valid_from)
    throw new AppError(
      'unprocessable',
      `body.valid_until must not be before valid_from (${valid_from}); got ${valid_until}.`,
    );
  if (OWN_RATES.every((rate) => rates[rate] === null))
    throw new AppError(
      'unprocessable',
      `body.prices names no price. Give at least one of ${OWN_RATES.join(', ')}; 0 for what is free.`,
    );
}

function trimmed(text: string | null): string | null {
  return text === null ? null : text.trim();
}

/** Whether a calendar has it: JavaScript takes February 30 for March 2. */
function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(text) as Record<string, unknown>; // as: what this file wrote
}

function ratesOf(stored: Readonly<Record<string, unknown>>): OwnRates {
  const rate = (name: string): number | null => {
    const value = stored[name];
    return typeof value === 'number' ? value : null;
  };
  return {
    input: rate('input'),
    output: rate('output'),
    cache_read: rate('cache_read'),
    cache_write: rate('cache_write'),
    reasoning: rate('reasoning'),
    audio_input: rate('audio_input'),
    audio_output: rate('audio_output'),
    image_input: rate('image_input'),
    image_output: rate('image_output'),
    embedding: rate('embedding'),
    per_call: rate('per_call'),
  };
}
