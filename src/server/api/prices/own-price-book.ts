import { OWN_PRICES_MAX } from '#contracts/prices/own-model-price.ts';
import type { OwnPrice } from '#core/cost/own-price.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { listOwnPrices } from '#server/stores/meta/model-prices/own-prices.queries.ts';
import type { Command } from '#server/threads/query.ts';
import { ownPriceOf } from './own-price-codec.ts';

/** Sets the prices that the span writer goes by, all of them. */
export const replaceOwnPrices: Command<{ readonly prices: readonly OwnPrice[] }, null> = {
  name: 'modelPrices.replaceOwn',
  run: async (context, { prices }) => {
    context.replaceOwnPrices(prices);
    return null;
  },
};

/**
 * The custom prices in `meta.db`, cached here and in the span writer, so that the next span is
 * priced by them.
 */
export class OwnPriceBook {
  readonly #db: MetaDb;
  readonly #tell: (prices: readonly OwnPrice[]) => Promise<unknown>;
  #prices: readonly OwnPrice[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  /** `tell` hands the prices to the span writer. */
  constructor(db: MetaDb, tell: (prices: readonly OwnPrice[]) => Promise<unknown>) {
    this.#db = db;
    this.#tell = tell;
  }

  /** As of the last `changed`. */
  get prices(): readonly OwnPrice[] {
    return this.#prices;
  }

  /**
   * Call at startup and after each change. Reads run one after the other, so that an older result
   * never arrives last.
   */
  changed(): Promise<void> {
    const read = async (): Promise<void> => {
      const rows = await listOwnPrices(this.#db, OWN_PRICES_MAX, null);
      this.#prices = rows.map(ownPriceOf);
      await this.#tell(this.#prices);
    };
    const turn = this.#turn.then(read, read);
    this.#turn = turn;
    return turn;
  }
}
