import type { Migration } from '#server/stores/migrator.ts';

/** What servers that share a database keep for each other. A file of SQLite has one server. */
export const noticesAndTokens: Migration & {
  readonly postgres: string;
  readonly oldestProgram: number;
} = {
  version: 21,
  name: 'notices-and-tokens',
  oldestProgram: 20,
  sql: '',
  postgres: `
-- Notices raise the version of their topic, in the transaction of the change: a server that
-- missed notices sees here which topics they were of.
CREATE TABLE notice_versions (topic text COLLATE "C" PRIMARY KEY, version bigint NOT NULL);

CREATE FUNCTION notice_channel() RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS
  'SELECT ''telltale_'' || (hashtext(current_schema())::bigint & 4294967295)';

CREATE FUNCTION send_notice(topic text, sender text, items text) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH noted AS (
    INSERT INTO notice_versions VALUES (send_notice.topic, 1)
    ON CONFLICT ON CONSTRAINT notice_versions_pkey DO UPDATE SET version = notice_versions.version + 1 RETURNING version)
  SELECT pg_notify(notice_channel(), concat_ws(' ', send_notice.topic, version, sender, items)) FROM noted
$$;

-- One notice of a topic is enough for a transaction.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  mark text := 'telltale.noted_' || TG_ARGV[0];
BEGIN
  IF coalesce(current_setting(mark, true), '') <> 'yes' THEN
    PERFORM set_config(mark, 'yes', true);
    PERFORM send_notice(TG_ARGV[0], '-', '*');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER users_noted AFTER UPDATE OF email, role, suspended_at_ms, password_needs_reset OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_change('access');
CREATE TRIGGER user_sessions_noted AFTER UPDATE OF access_hash, access_expires_at_ms OR DELETE ON user_sessions
  FOR EACH ROW EXECUTE FUNCTION note_change('access');
CREATE TRIGGER api_keys_noted AFTER UPDATE OF key_hash, name, user_id, role, scopes, project_ids, made_while_open, expires_at_ms, revoked_at_ms OR DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION note_change('access');
CREATE TRIGGER app_clients_noted AFTER UPDATE OF name OR DELETE ON app_clients
  FOR EACH ROW EXECUTE FUNCTION note_change('access');
CREATE TRIGGER app_grants_noted AFTER UPDATE OF access_hash, access_scopes, access_expires_at_ms OR DELETE ON app_grants
  FOR EACH ROW EXECUTE FUNCTION note_change('access');
CREATE TRIGGER annotation_configs_noted AFTER INSERT OR UPDATE OR DELETE ON annotation_configs
  FOR EACH ROW EXECUTE FUNCTION note_change('annotation_configs');
CREATE TRIGGER project_annotation_configs_noted AFTER INSERT OR UPDATE OR DELETE ON project_annotation_configs
  FOR EACH ROW EXECUTE FUNCTION note_change('annotation_configs');
CREATE TRIGGER own_model_prices_noted AFTER INSERT OR UPDATE OR DELETE ON own_model_prices
  FOR EACH ROW EXECUTE FUNCTION note_change('model_prices');

-- Buckets of tokens of rate limits. A bucket without a row is full. One that tokens were taken from
-- while it was full fills at a quarter of its rate until "slow_until_ms" (\`token-bucket.ts\`).
CREATE UNLOGGED TABLE token_buckets (
  id text COLLATE "C" PRIMARY KEY,
  tokens double precision NOT NULL,
  at_ms double precision NOT NULL,
  slow_until_ms double precision NOT NULL
);

-- Takes whole tokens, fewer than wanted where there are fewer; a negative number gives some back.
-- Each of "asked" names a bucket, how many tokens it holds, gets in a millisecond, and for how long
-- it fills slowly.
CREATE FUNCTION take_tokens(asked json)
RETURNS TABLE (id text, taken double precision, remaining double precision, slow_ms double precision)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  now_ms double precision := extract(epoch FROM clock_timestamp()) * 1000;
  ask record;
  stored token_buckets;
  passed_ms double precision;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  IF random() < 0.01 THEN
    DELETE FROM token_buckets AS old WHERE old.id IN (
      SELECT gone.id FROM token_buckets AS gone WHERE gone.at_ms < now_ms - 7200000 LIMIT 1000 FOR UPDATE SKIP LOCKED);
  END IF;
  -- In one order, so that two servers never wait for each other.
  FOR ask IN SELECT * FROM json_to_recordset(asked) AS one (id text, size double precision, per_ms double precision,
      slow_ms double precision, wanted double precision) ORDER BY one.id COLLATE "C" LOOP
    INSERT INTO token_buckets AS bucket VALUES (ask.id, ask.size, now_ms, now_ms)
      ON CONFLICT ON CONSTRAINT token_buckets_pkey DO UPDATE SET id = bucket.id RETURNING bucket.* INTO stored;
    passed_ms := greatest(0, now_ms - stored.at_ms);
    stored.tokens := least(ask.size, stored.tokens + ask.per_ms *
      (passed_ms - 0.75 * least(passed_ms, greatest(0, stored.slow_until_ms - stored.at_ms))));
    taken := least(ask.wanted, greatest(0, floor(stored.tokens + 1e-6)));
    IF taken > 0 AND stored.tokens >= ask.size THEN
      stored.slow_until_ms := now_ms + ask.slow_ms;
    END IF;
    id := ask.id;
    remaining := least(ask.size, stored.tokens - taken);
    slow_ms := greatest(0, stored.slow_until_ms - now_ms);
    UPDATE token_buckets AS bucket SET tokens = remaining, at_ms = greatest(now_ms, stored.at_ms),
      slow_until_ms = stored.slow_until_ms WHERE bucket.id = ask.id;
    RETURN NEXT;
  END LOOP;
END $$;
`,
};
