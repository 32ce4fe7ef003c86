import type { Migration } from '#server/stores/migrator.ts';

/**
 * Failed sign-ins are counted by account and place, and the places of successful sign-ins are
 * stored: a stranger's failures no longer lock out the owner. The previous counts, at most five
 * minutes of failures, are dropped.
 */
export const signInPlaces: Migration = {
  version: 10,
  name: 'sign-in places',
  sql: `
DROP TABLE sign_in_attempts;
CREATE TABLE sign_in_attempts (
  account_hash BLOB NOT NULL CHECK (length(account_hash) = 32),
  place_hash BLOB NOT NULL CHECK (length(place_hash) = 32),
  failures INTEGER NOT NULL,
  locked_until_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_hash, place_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (last_at_ms);

CREATE TABLE sign_in_places (
  account_hash BLOB NOT NULL CHECK (length(account_hash) = 32),
  place_hash BLOB NOT NULL CHECK (length(place_hash) = 32),
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_hash, place_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_places_by_time ON sign_in_places (last_at_ms);
`,
};
