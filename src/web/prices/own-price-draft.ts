import type { CreateOwnModelPriceBody, OwnModelPrice } from '#contracts/prices/own-model-price.ts';

export type PriceName = keyof OwnModelPrice['prices'];

/** The prices in the order of the form, with what people call them. */
export const PRICE_FIELDS: readonly { readonly name: PriceName; readonly label: string }[] = [
  { name: 'input', label: 'Input' },
  { name: 'output', label: 'Output' },
  { name: 'cache_read', label: 'Cache read' },
  { name: 'cache_write', label: 'Cache write' },
  { name: 'reasoning', label: 'Reasoning' },
  { name: 'embedding', label: 'Embedding' },
  { name: 'audio_input', label: 'Audio input' },
  { name: 'audio_output', label: 'Audio output' },
  { name: 'image_input', label: 'Image input' },
  { name: 'image_output', label: 'Image output' },
  { name: 'per_call', label: 'Each call' },
];

/** A price as it is typed. */
export interface PriceDraft {
  readonly model: string;
  readonly provider: string;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly prices: Readonly<Partial<Record<PriceName, string>>>;
}

/** A price for a model of which only this is known. */
export function newDraft(
  model = '',
  provider = '',
  rates: Readonly<Partial<Record<PriceName, number | null>>> = {},
): PriceDraft {
  return { model, provider, validFrom: '', validUntil: '', prices: typed(rates) };
}

/** A price that is changed. */
export function draftOf({
  model,
  provider,
  valid_from,
  valid_until,
  prices,
}: OwnModelPrice): PriceDraft {
  return {
    model,
    provider: provider ?? '',
    validFrom: valid_from ?? '',
    validUntil: valid_until ?? '',
    prices: typed(prices),
  };
}

/** The request body; null while it is incomplete: no model, no price, or an invalid price. */
export function bodyOfDraft({
  model,
  provider,
  validFrom,
  validUntil,
  prices,
}: PriceDraft): CreateOwnModelPriceBody | null {
  const amounts: Partial<Record<PriceName, number | null>> = {};
  let isAny = false;
  for (const { name } of PRICE_FIELDS) {
    const text = (prices[name] ?? '').trim();
    const amount = text === '' ? null : Number(text);
    if (amount !== null && !(Number.isFinite(amount) && amount >= 0)) return null;
    amounts[name] = amount;
    isAny ||= amount !== null;
  }
  if (model.trim() === '' || !isAny) return null;
  return {
    model: model.trim(),
    provider: provider.trim() === '' ? null : provider.trim(),
    valid_from: validFrom === '' ? null : validFrom,
    valid_until: validUntil === '' ? null : validUntil,
    prices: amounts,
  };
}

/** The days a price is for, in words. */
export function daysText({
  valid_from: from,
  valid_until: until,
}: Pick<OwnModelPrice, 'valid_from' | 'valid_until'>): string {
  if (from === null) return until === null ? 'all days' : `until ${until}`;
  return until === null ? `from ${from}` : `${from} to ${until}`;
}

function typed(rates: Readonly<Partial<Record<PriceName, number | null>>>): PriceDraft['prices'] {
  return Object.fromEntries(
    PRICE_FIELDS.flatMap(({ name }) => {
      const rate = rates[name] ?? null;
      return rate === null ? [] : [[name, String(rate)]];
    }),
  );
}
