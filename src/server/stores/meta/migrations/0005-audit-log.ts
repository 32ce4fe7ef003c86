import type { Migration } from '#server/stores/migrator.ts';

export const auditLog: Migration = {
  version: 5,
  name: 'audit log',
  sql: `
CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_user_id INTEGER,
  actor_key_id INTEGER,
  actor_name TEXT NOT NULL,
  action TEXT NOT NULL,
  target_type TEXT NOT NULL,
  target_id TEXT,
  result TEXT NOT NULL,
  status INTEGER,
  address TEXT,
  user_agent TEXT,
  route TEXT,
  details TEXT NOT NULL CHECK (json_valid(details)),
  prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX audit_log_of_key ON audit_log (actor_key_id, seq) WHERE actor_key_id IS NOT NULL;
CREATE INDEX audit_log_of_action ON audit_log (action, seq);
CREATE INDEX audit_log_of_actor ON audit_log (actor_name, seq);
CREATE INDEX audit_log_of_target ON audit_log (target_type, target_id, seq) WHERE target_id IS NOT NULL;
CREATE INDEX audit_log_in_time ON audit_log (at_ms);

CREATE TABLE audit_chain (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_seq INTEGER NOT NULL,
  last_hash BLOB NOT NULL,
  pruned_seq INTEGER NOT NULL,
  pruned_hash BLOB NOT NULL
) STRICT;
INSERT INTO audit_chain VALUES (1, 0, zeroblob(32), 0, zeroblob(32));

CREATE TABLE audit_intents (
  id INTEGER PRIMARY KEY,
  act TEXT NOT NULL CHECK (json_valid(act))
) STRICT;

CREATE TRIGGER audit_log_follows BEFORE INSERT ON audit_log
WHEN NEW.seq IS NOT (SELECT last_seq + 1 FROM audit_chain) OR NEW.prev_hash IS NOT (SELECT last_hash FROM audit_chain)
BEGIN SELECT RAISE(ABORT, 'a row of the audit log follows the last one'); END;

CREATE TRIGGER audit_log_appended AFTER INSERT ON audit_log
BEGIN UPDATE audit_chain SET last_seq = NEW.seq, last_hash = NEW.hash; END;

CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'rows of the audit log are never changed'); END;

CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log WHEN OLD.seq > (SELECT pruned_seq FROM audit_chain)
BEGIN SELECT RAISE(ABORT, 'rows of the audit log are deleted by its retention alone'); END;

CREATE TRIGGER audit_chain_forward BEFORE UPDATE ON audit_chain
WHEN NEW.last_seq < OLD.last_seq OR NEW.pruned_seq < OLD.pruned_seq OR NEW.pruned_seq > NEW.last_seq
BEGIN SELECT RAISE(ABORT, 'the audit log never goes back'); END;

CREATE TRIGGER audit_chain_kept BEFORE DELETE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log never goes back'); END;
`,
};
