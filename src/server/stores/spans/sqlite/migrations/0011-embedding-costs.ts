/**
 * Costs of embeddings count in totals from now on. Those that were stored before were not counted,
 * so they are taken from their rows: the reading that follows an upgrade gives them back, and
 * counts them. 4 is EMBEDDING.
 */
export const embeddingCosts = `
UPDATE spans SET cost_usd = NULL WHERE cost_usd IS NOT NULL AND shape_id IN (SELECT id FROM shapes WHERE kind = 4);
`;
