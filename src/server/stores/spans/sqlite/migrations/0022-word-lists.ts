/**
 * Filters of words tell of common words by one bit each, as listed in `word_lists`, and are made
 * anew in the background. A list goes with the last filter that was made with it, so that it tells
 * of no word of spans that are gone.
 */
export const wordLists = `
DROP TABLE block_words;
CREATE TABLE block_words (
  part INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  list INTEGER NOT NULL,
  words BLOB NOT NULL,
  PRIMARY KEY (part, last_id, first_id)
) WITHOUT ROWID;
DROP TABLE block_word_ends;
CREATE TABLE block_word_ends (
  first_id INTEGER PRIMARY KEY,
  last_id INTEGER NOT NULL,
  list INTEGER NOT NULL
);
CREATE INDEX block_word_lists ON block_word_ends (list) WHERE list <> 0;
INSERT OR IGNORE INTO blocks_without_words (first_id, level) SELECT first_id, level FROM blocks;
CREATE TABLE word_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hashes BLOB NOT NULL
);
CREATE TRIGGER word_list_unused AFTER DELETE ON block_word_ends WHEN OLD.list <> 0 BEGIN
  DELETE FROM word_lists WHERE id = OLD.list
    AND NOT EXISTS (SELECT 1 FROM block_word_ends WHERE list <> 0 AND list = OLD.list);
END;
CREATE TRIGGER word_list_replaced AFTER INSERT ON word_lists BEGIN
  DELETE FROM word_lists WHERE id < NEW.id
    AND NOT EXISTS (SELECT 1 FROM block_word_ends e WHERE e.list <> 0 AND e.list = word_lists.id);
END;
`;
