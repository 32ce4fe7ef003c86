/**
 * Blocks hold whole conversations, so their numbers are no longer consecutive. Blocks as they are
 * stay readable; all but those of level 3 wait to be settled.
 */
export const conversationBlocks = `
CREATE TABLE block_runs (
  first_id INTEGER PRIMARY KEY,
  span_count INTEGER NOT NULL,
  block INTEGER NOT NULL
);
CREATE TABLE conversation_blocks (
  block INTEGER PRIMARY KEY,
  conversation INTEGER NOT NULL
);
CREATE INDEX conversation_blocks_by_conversation ON conversation_blocks (conversation, block);
DROP INDEX blocks_fresh;
CREATE INDEX blocks_to_settle ON blocks (first_id) WHERE level <> 3;
`;
