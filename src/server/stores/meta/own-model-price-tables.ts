import type { Generated, Selectable } from 'kysely';

/** The table of prices that people set for models. */
export interface OwnModelPriceTables {
  own_model_prices: OwnModelPricesTable;
}

interface OwnModelPricesTable {
  id: Generated<number>;
  /** A name, or with `*` in it a pattern. */
  model: string;
  provider: string | null;
  /** Days (UTC), as `2026-01-31`; both belong to it. */
  valid_from: string | null;
  valid_until: string | null;
  /** JSON: what was set, by the name of each price. */
  prices: string;
  created_at_ms: number;
  updated_at_ms: number;
}
export type OwnModelPriceRecord = Selectable<OwnModelPricesTable>;
