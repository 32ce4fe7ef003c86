/**
 * What totals leave out of a span because its parent reports the same call: 1 its tokens, 2 its tokens and its cost. Spans stored before are marked
 * by the reading that follows an upgrade.
 */
export const repeats = `
ALTER TABLE spans ADD COLUMN repeats INTEGER;
`;
