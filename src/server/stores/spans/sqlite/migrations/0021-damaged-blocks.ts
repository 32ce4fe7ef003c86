/** Blocks that could not be read: settling and rewriting pass over them, and the next start tries again. */
export const damagedBlocks = `
CREATE TABLE damaged_blocks (
  first_id INTEGER PRIMARY KEY
);
`;
