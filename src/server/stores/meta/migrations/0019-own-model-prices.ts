import type { Migration } from '#server/stores/migrator.ts';

/**
 * Prices that people set for models. There are a thousand at most and all are read together, hence
 * no index.
 */
export const ownModelPrices: Migration = {
  version: 19,
  name: 'own-model-prices',
  sql: `
CREATE TABLE own_model_prices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  model TEXT NOT NULL,
  provider TEXT,
  valid_from TEXT,
  valid_until TEXT,
  prices TEXT NOT NULL CHECK (json_valid(prices)),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;
`,
};
