/**
 * Functions of SQLite (and of `MetaConnection`) that statements use, under the same names, so that
 * a statement reads the same on both engines. The two of them that take the place of a built-in
 * one, `min` and `max` of two numbers, have another number of parameters than PostgreSQL's
 * aggregates.
 */
export const postgresFunctions = `
CREATE FUNCTION json_valid(value text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS
  'SELECT value::json IS NOT NULL';

-- U+FDD0 and a 0 stand for U+0000 in texts (\`nul-escape.ts\`).
CREATE FUNCTION json_quote(value anyelement) RETURNS text LANGUAGE sql STABLE AS
  'SELECT coalesce(replace(to_json(value)::text, U&''\\FDD00'', ''\\u0000''), ''null'')';

CREATE FUNCTION json_group_add(list text, value anyelement) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT AS
  'SELECT CASE WHEN list IS NULL THEN '''' ELSE list || '','' END || json_quote(value)';
CREATE FUNCTION json_group_end(list text) RETURNS text LANGUAGE sql IMMUTABLE AS
  'SELECT ''['' || coalesce(list, '''') || '']''';
CREATE AGGREGATE json_group_array(anyelement) (SFUNC = json_group_add, STYPE = text, FINALFUNC = json_group_end);

CREATE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value text) LANGUAGE sql IMMUTABLE STRICT AS
  'SELECT ordinality - 1, element #>> ''{}'' FROM json_array_elements(list::json) WITH ORDINALITY AS elements (element, ordinality)';

CREATE FUNCTION global_id(type text, number bigint) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS
  'SELECT encode(convert_to(type || '':'' || number, ''UTF8''), ''base64'')';

-- Long values are compressed by PostgreSQL itself, so none are stored packed.
CREATE FUNCTION unpacked_output(packed bytea) RETURNS text LANGUAGE sql IMMUTABLE AS
  'SELECT NULL::text';

CREATE FUNCTION hex(value bytea) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS 'SELECT upper(encode(value, ''hex''))';
CREATE FUNCTION unhex(value text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT AS 'SELECT decode(value, ''hex'')';
CREATE FUNCTION instr(value text, part text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS 'SELECT strpos(value, part)::bigint';

CREATE FUNCTION min(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS 'SELECT least(a, b)';
CREATE FUNCTION max(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS 'SELECT greatest(a, b)';

CREATE FUNCTION strftime(format text, seconds numeric, unit text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS
  'SELECT to_char(timestamp ''epoch'' + seconds * interval ''1 second'', replace(replace(replace(replace(replace(replace(replace(replace(replace(format, ''%f'', ''SS.MS''),
    ''+00:00'', ''"+00:00"''), ''T'', ''"T"''), ''%Y'', ''YYYY''), ''%m'', ''MM''), ''%d'', ''DD''), ''%H'', ''HH24''), ''%M'', ''MI''),
    ''%S'', ''SS''))';
CREATE FUNCTION printf(format text, number bigint) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS
  'SELECT replace(format, ''%06d'', lpad(number::text, 6, ''0''))';
`;
