/**
 * The usage of a span that totals exclude because its parent reports the same call: 1 its tokens, 2
 * its tokens and its cost. The reading that follows an upgrade marks spans stored before.
 */
export const repeats = `
ALTER TABLE spans ADD COLUMN repeats INTEGER;
`;
