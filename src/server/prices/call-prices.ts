import { findOwnPrice, ratesOfOwn, type OwnPrice } from '#core/cost/own-price.ts';
import {
  chargesOf,
  costOfTokens,
  isCounted,
  type CallRates,
  type Charges,
  type ModelCall,
  type PriceOf,
} from '#core/cost/token-price.ts';
import { findModel, isByHour, loadPriceList, perMillionAt, type ModelPrice } from './price-list.ts';

const NAMES_MAX = 1_024;
const DAY_MS = 86_400_000;
const DAY_NANO = 86_400_000_000_000n;
const CALLS_PER_RATE = 1_000;

/** The list's rates of a model on a day; `charges` if the prompt's length makes no difference. */
interface ListedPrice {
  readonly price: ModelPrice;
  readonly charges: Charges | null;
}

const NOT_LISTED = 'not listed';

/** A name's prices on a day; the list is read only when a call needs it. */
interface KnownName {
  readonly own: Charges | null;
  listed: ListedPrice | typeof NOT_LISTED | undefined;
}

/**
 * The cost of model calls: by a custom price if there is one, else by the bundled list. A name's
 * prices on a day are cached, because a lookup in the list takes 60 µs.
 */
export class CallPrices {
  readonly #known = new Map<string, KnownName>();
  #own: readonly OwnPrice[] = [];
  #list: ReturnType<typeof loadPriceList> | null = null;

  /** From now on these are one's own prices, and no others. */
  replaceOwn(prices: readonly OwnPrice[]): void {
    this.#own = prices;
    this.#known.clear();
  }

  readonly priceOf: PriceOf = (call) => {
    const { modelName, tokens } = call;
    const isCountedCall = isCounted(tokens);
    if (modelName === null || (!isCountedCall && this.#own.length === 0)) return null;
    // Prices begin and end, so a name is looked up again for each day.
    const day = Number(call.startTimeUnixNano / DAY_NANO);
    const key = `${call.modelProvider ?? ''}\n${modelName}\n${day}${call.kind === 'LLM' ? '' : call.kind}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = { own: this.#ownCharges(call, modelName, day), listed: undefined };
      if (this.#known.size >= NAMES_MAX) this.#known.clear();
      this.#known.set(key, known);
    }
    if (known.own !== null) return costOfTokens(known.own, tokens);
    if (!isCountedCall) return null;
    const listed = (known.listed ??= this.#listedPrice(call, modelName));
    return listed === NOT_LISTED
      ? null
      : costOfTokens(
          listed.charges ?? chargesOf(listRatesAt(listed.price, tokens.prompt ?? 0)),
          tokens,
        );
  };

  #ownCharges({ kind, modelProvider }: ModelCall, modelName: string, day: number): Charges | null {
    const own = findOwnPrice(this.#own, { kind, modelName, modelProvider, day: isoDay(day) });
    return own === null ? null : chargesOf(ratesOfOwn(own, kind));
  }

  #listedPrice(call: ModelCall, modelName: string): ListedPrice | typeof NOT_LISTED {
    this.#list ??= loadPriceList();
    const found = findModel(
      this.#list,
      modelName,
      call.modelProvider,
      new Date(Number(call.startTimeUnixNano / 1_000_000n)),
    );
    // Prices by the hour of the day would be wrong for the rest of it.
    if (found === null || isByHour(found.model)) return NOT_LISTED;
    const isTiered = Object.values(found.price).some((rate) => typeof rate === 'object');
    return {
      price: found.price,
      charges: isTiered ? null : chargesOf(listRatesAt(found.price, 0)),
    };
  }
}

/** A day since the epoch, as `2026-01-31`. */
function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The list's rates for a call with this many input tokens. Cached tokens without a rate of their
 * own cost the input rate, reasoning and images the output rate; audio without a rate has an
 * unknown cost.
 */
export function listRatesAt(price: ModelPrice, inputTokens: number): CallRates {
  const rate = (key: string): number | null => perMillionAt(price[key], inputTokens);
  const input = rate('input_mtok') ?? 0;
  const output = rate('output_mtok') ?? 0;
  const isFree = Object.keys(price).length === 0;
  return {
    input,
    output,
    cacheRead: rate('cache_read_mtok') ?? input,
    cacheWrite: rate('cache_write_mtok') ?? input,
    reasoning: rate('output_reasoning_mtok') ?? output,
    audioInput: rate('input_audio_mtok') ?? (isFree ? 0 : null),
    audioOutput: rate('output_audio_mtok') ?? (isFree ? 0 : null),
    imageInput: rate('input_image_mtok') ?? input,
    imageOutput: rate('output_image_mtok') ?? output,
    perCall: (rate('requests_kcount') ?? 0) / CALLS_PER_RATE,
  };
}
