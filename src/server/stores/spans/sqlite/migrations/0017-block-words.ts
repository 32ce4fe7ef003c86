/**
 * Which words the spans of a block hold: a filter in parts (`index/word-filter.ts`). A block that
 * is new or was changed has none until the settler makes it; what is done to blocks keeps these
 * tables true by itself, so that no word of a deleted span outlives its block.
 */
export const blockWords = `
CREATE TABLE block_words (
  part INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  words BLOB NOT NULL,
  PRIMARY KEY (part, last_id, first_id)
) WITHOUT ROWID;
CREATE TABLE block_word_ends (
  first_id INTEGER PRIMARY KEY,
  last_id INTEGER NOT NULL
);
CREATE TABLE blocks_without_words (
  first_id INTEGER PRIMARY KEY,
  level INTEGER NOT NULL
);
INSERT INTO blocks_without_words (first_id, level) SELECT first_id, level FROM blocks;
CREATE INDEX blocks_to_index ON blocks_without_words (first_id) WHERE level = 3;

CREATE TRIGGER block_words_of_new AFTER INSERT ON blocks BEGIN
  INSERT INTO blocks_without_words (first_id, level) VALUES (NEW.first_id, NEW.level);
END;
CREATE TRIGGER block_words_of_changed AFTER UPDATE OF frame ON blocks BEGIN
  INSERT OR IGNORE INTO blocks_without_words (first_id, level) VALUES (NEW.first_id, NEW.level);
  DELETE FROM block_words WHERE part IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    AND last_id = (SELECT last_id FROM block_word_ends WHERE first_id = OLD.first_id)
    AND first_id = OLD.first_id;
  DELETE FROM block_word_ends WHERE first_id = OLD.first_id;
END;
CREATE TRIGGER block_words_of_deleted AFTER DELETE ON blocks BEGIN
  DELETE FROM blocks_without_words WHERE first_id = OLD.first_id;
  DELETE FROM block_words WHERE part IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    AND last_id = (SELECT last_id FROM block_word_ends WHERE first_id = OLD.first_id)
    AND first_id = OLD.first_id;
  DELETE FROM block_word_ends WHERE first_id = OLD.first_id;
END;
`;
