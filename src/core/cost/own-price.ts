import { isFramework, providerName } from '#core/semconv/provider-names.ts';
import type { CalledKind, CallRates } from './token-price.ts';

/**
 * The prices that a person can name, by the name that the interface gives each: US dollars per
 * million tokens, and per call.
 */
export const OWN_RATES = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'reasoning',
  'audio_input',
  'audio_output',
  'image_input',
  'image_output',
  'embedding',
  'per_call',
] as const;
export type OwnRate = (typeof OWN_RATES)[number];
export type OwnRates = Readonly<Record<OwnRate, number | null>>;

/** A custom price for a model, or for all models whose names match a pattern. */
export interface OwnPrice {
  readonly id: number;
  /** A name, or with `*` in it a pattern. */
  readonly model: string;
  /** Null for any. */
  readonly provider: string | null;
  /** The first day (UTC) it holds for, as `2026-01-31`; null for as early as there are calls. */
  readonly validFrom: string | null;
  /** The last one, itself included; null for no end. */
  readonly validUntil: string | null;
  readonly rates: OwnRates;
}

/** The fields of a call that decide which price applies. */
export interface PricedName {
  readonly kind: CalledKind;
  readonly modelName: string;
  readonly modelProvider: string | null;
  /** UTC, as `2026-01-31`. */
  readonly day: string;
}

/**
 * The price that applies to a call: an exact name before a pattern, then one for the provider, then
 * the one that began last.
 */
export function findOwnPrice(
  prices: readonly OwnPrice[],
  { kind, modelName, modelProvider, day }: PricedName,
): OwnPrice | null {
  const model = modelName.toLowerCase();
  const provider =
    modelProvider === null || isFramework(modelProvider) ? null : providerName(modelProvider);
  let best: OwnPrice | null = null;
  for (const price of prices) {
    if (
      !holdsOn(price, day) ||
      !isFor(price, kind) ||
      (price.provider !== null && providerName(price.provider) !== provider)
    )
      continue;
    if (
      matchesPattern(price.model.toLowerCase(), model) &&
      (best === null || isBefore(price, best))
    )
      best = price;
  }
  return best;
}

/** Whether it is a price of LLM calls to this model, of whatever provider and day. */
export function isPriceOfModel(price: OwnPrice, modelName: string): boolean {
  return isFor(price, 'LLM') && matchesPattern(price.model.toLowerCase(), modelName.toLowerCase());
}

/** Whether the names are a pattern, so that others come first. */
export function isPattern({ model }: Pick<OwnPrice, 'model'>): boolean {
  return model.includes('*');
}

/** Whether two prices are for the same calls, on some day both. */
export function isOverlap(one: OwnPrice, other: OwnPrice): boolean {
  const isSame =
    one.model.toLowerCase() === other.model.toLowerCase() &&
    providerKey(one) === providerKey(other);
  return isSame && beginsUntil(one, other.validUntil) && beginsUntil(other, one.validUntil);
}

/**
 * The rates of a call under a custom price. Token types without a rate use the rate of their side
 * (input or output): a custom price is complete.
 */
export function ratesOfOwn({ rates }: Pick<OwnPrice, 'rates'>, kind: CalledKind): CallRates {
  const input = (kind === 'EMBEDDING' ? rates.embedding : null) ?? rates.input ?? 0;
  const output = rates.output ?? 0;
  return {
    input,
    output,
    cacheRead: rates.cache_read ?? input,
    cacheWrite: rates.cache_write ?? input,
    reasoning: rates.reasoning ?? output,
    audioInput: rates.audio_input ?? input,
    audioOutput: rates.audio_output ?? output,
    imageInput: rates.image_input ?? input,
    imageOutput: rates.image_output ?? output,
    perCall: rates.per_call ?? 0,
  };
}

/** A price for embeddings doesn't apply to text generation, and the other way round. */
function isFor({ rates }: OwnPrice, kind: CalledKind): boolean {
  if (kind === 'EMBEDDING') return (rates.embedding ?? rates.input ?? rates.per_call) !== null;
  return OWN_RATES.some((rate) => rate !== 'embedding' && rates[rate] !== null);
}

function isBefore(one: OwnPrice, other: OwnPrice): boolean {
  if (isPattern(one) !== isPattern(other)) return isPattern(other);
  if ((one.provider === null) !== (other.provider === null)) return one.provider !== null;
  const [began, otherBegan] = [one.validFrom ?? '', other.validFrom ?? ''];
  if (began !== otherBegan) return began > otherBegan;
  // Of two patterns the one that says more of the name, so that `gpt-4o-mini*` is not lost behind
  // `gpt-*`.
  return one.model.length === other.model.length
    ? one.id > other.id
    : one.model.length > other.model.length;
}

function holdsOn({ validFrom, validUntil }: OwnPrice, day: string): boolean {
  return (validFrom === null || validFrom <= day) && (validUntil === null || day <= validUntil);
}

function beginsUntil({ validFrom }: OwnPrice, day: string | null): boolean {
  return validFrom === null || day === null || validFrom <= day;
}

function providerKey({ provider }: OwnPrice): string | null {
  return provider === null ? null : providerName(provider);
}

/**
 * Whether a name fits a pattern in which `*` matches any characters, including none, and all other
 * characters themselves. Backtracking goes only to the last `*`, so the time is at most that of
 * comparing the pattern at each position of the name.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  let [at, place] = [0, 0];
  let [star, starPlace] = [-1, 0];
  while (place < name.length) {
    if (pattern[at] === '*') {
      [star, starPlace] = [at, place];
      at += 1;
    } else if (pattern[at] === name[place]) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      starPlace += 1;
      at = star + 1;
      place = starPlace;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
