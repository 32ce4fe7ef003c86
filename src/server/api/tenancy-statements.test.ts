import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { ADMIN_SECRET, bearer, send } from '#test/api-access.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';
import { keyFor, makeTenant, type Tenant } from '#test/api-tenants.ts';
import { FORMS, askOf, projectOperations } from '#test/tenant-walk.ts';
import { WatchedStatements, type RunStatement } from '#test/watched-statements.ts';

/**
 * Check 53: the statements run for a key that is limited to project A. The guards wrap the ports of
 * the store (ADR 20): a statement names either the project or the exact row, and a found row's
 * owner is checked before anything of it is used. Statements that do neither, or that read rows of
 * B, are listed here with the reason.
 */
const ADMIN = bearer(ADMIN_SECRET);
/** A number that means nothing else wherever it turns up. */
const NUMBER_OF_B = 7_000_001;
const OF_B = new RegExp(`of beta|"beta"|${NUMBER_OF_B}`);
const statements = new WatchedStatements();
let api: ApiApp;
let a: Tenant;
let b: Tenant;
let keyOfA: object;
const seen: RunStatement[] = [];

beforeAll(async () => {
  api = await openApiApp({
    access: { required: true, adminSecret: ADMIN_SECRET },
    spanStore: 'sqlite',
  });
  a = await makeTenant(api, 'alpha', 0xa0, ADMIN);
  const db = new Database(`${api.folder}/spans.db`);
  db.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'projects'").run(NUMBER_OF_B - 1);
  db.close();
  b = await makeTenant(api, 'beta', 0xb0, ADMIN);
  keyOfA = await keyFor(api, ADMIN, a);
  await shareWhatCanBeShared();
  for (const tenant of [b, a]) await walk(tenant);
}, 240_000);
afterAll(async () => {
  statements.stop();
  await api.close();
});

/** A session, a retention policy, annotation configs and views in both. */
async function shareWhatCanBeShared(): Promise<void> {
  const attributes = { 'session.id': 'shared' };
  const made = await send(api, 'POST', '/v1/retention_policies', ADMIN, {
    name: 'short',
    rule: { max_days: 30 },
  });
  // as: checked against the document by the harness
  const policy = (made.body as { data: { id: string } }).data.id;
  for (const [tenant, seed] of [
    [a, 0xac],
    [b, 0xbc],
  ] as const) {
    await api.ingest(
      exportOf({ trace: seed, span: seed, attributes, name: `more of ${tenant.name}` }),
      tenant.name,
    );
    await send(api, 'PATCH', `/v1/projects/${tenant.id}/retention`, ADMIN, { policy_id: policy });
    await send(api, 'PUT', `/v1/projects/${tenant.id}/views/mine`, ADMIN, {
      scope: 'traces',
      filter: `name == 'of ${tenant.name}'`,
    });
    const config = encodeGlobalId('CategoricalAnnotationConfig', 1);
    await send(api, 'PUT', `/v1/projects/${tenant.id}/annotation_configs`, ADMIN, {
      annotation_config_ids: [config],
    });
  }
}

/**
 * Every operation there is, with everything of this tenant in every form; what deletes comes last.
 */
async function walk(tenant: Tenant): Promise<void> {
  const operations = projectOperations(api)
    .filter(([operation]) => !operation.endsWith('/live'))
    .toSorted(
      ([one], [other]) => Number(one.startsWith('DELETE')) - Number(other.startsWith('DELETE')),
    );
  for (const [operation, spec] of operations) {
    const names = Object.keys(FORMS).filter((name) => operation.includes(`{${name}}`));
    const forms = names.length === 0 ? 1 : 6;
    for (let form = 0; form < forms; form++) {
      const ids = Object.fromEntries(
        names.map((name) => [name, FORMS[name]?.(tenant)[form] ?? 'none']),
      );
      seen.push(...(await statements.during(() => askOf(api, keyOfA, operation, spec, ids))));
    }
  }
  for (const id of [tenant.traceHex, tenant.spanId, tenant.session, tenant.id])
    seen.push(
      ...(await statements.during(() =>
        api.get(`/v1/lookup?id=${encodeURIComponent(id)}`, { ...keyOfA }),
      )),
    );
}

const TENANT_TABLES =
  /\b(?:from|join|into|update)\s+"?(spans|traces|sessions|shapes|zones|rollups|annotations|annotation_rollups|annotation_revisions|deleted_annotations|waiting_annotations|blocks|projects|dead_projects|trace_other_users|project_retention|project_annotation_configs)\b/i;
/** The statement names its project. */
const NAMES_A_PROJECT = /project_id"?\s*(?:=|in\b|is\b)|projects where (?:id|name)\s*(?:=|in\b)/i;
/**
 * The statement names its row: by number, by an id of 64 random bits or more, or by the shape,
 * which belongs to one project.
 */
const NAMES_A_ROW =
  /\b(?:id|trace_id|span_id|session_id|trace_number|session_number|shape_id|annotation_id|target_number|first_id|policy_id)"?\s*(?:=|<=|between\b|in\b)\s*\+?[?(:@]/i;
/** Statements that do neither, and why they are allowed. */
const NAMES_NEITHER: readonly (readonly [statement: RegExp, why: string])[] = [
  [/^INSERT (?:OR \w+ )?INTO \w+ \(/i, 'rows that the guarded writer let through'],
  [
    /FROM waiting_annotations$/i,
    'counted and sorted by target when the writer starts; nothing of it is answered',
  ],
  [
    /^SELECT max\(id\) FROM spans$/i,
    'the next number of a row, when the writer starts; where a search begins',
  ],
  [
    /FROM block_runs WHERE first_id/i,
    'numbers of blocks by those of spans; blocks hold spans of several projects',
  ],
];
/**
 * Statements that may read rows of B: each finds a row by its own id, or checks its owner. The row
 * goes no further.
 */
const READS_OTHERS: readonly (readonly [statement: RegExp, why: string])[] = [
  [/^SELECT (?:coalesce\(t\.project_id|t\.project_id|z\.project_id)/i, 'asks for the owner'],
  [
    /FROM annotations? .*WHERE a\.id = \+\?$/i,
    'an annotation by its number; its owner is asked for',
  ],
  [
    /FROM projects WHERE (?:id = \?|name = \? OR sent_as = \?)$/i,
    'a project by number or name; `GuardedProjectReader` forgets those of others',
  ],
  [
    /^SELECT t\.id, .*(?:FROM|JOIN) traces t .*WHERE (?:t\.id = \+\?|t\.id = \(.* t\.trace_id = \+\? LIMIT 1\)|runs\.session_number = \+\?)/i,
    'traces by id; `AllowedProjects.only`',
  ],
  [
    /^SELECT z\.id, .*FROM \(?.*sessions/i,
    'a session by id; `visibleSession` takes out what is of others',
  ],
  [
    /^SELECT t\.id, hex\(t\.trace_id\)/i,
    'the trace of a span that was found; `AllowedProjects.only`',
  ],
  [
    /from "project_retention" where "policy_id" = [?$]/i,
    'who shares a policy; `policyReply` names those that are visible',
  ],
];

const plain = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint'
      ? String(one)
      : one instanceof Uint8Array
        ? Buffer.from(one).toString('latin1')
        : one,
  ) ?? '';
const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim();
const isNamed = (list: readonly (readonly [RegExp, string])[], sql: string): boolean =>
  list.some(([statement]) => statement.test(sql));

describe('check 53: the statements run for a key that is limited to a project', () => {
  it('names the project or the row, in every statement on what belongs to projects', () => {
    const tenants = new Set(
      seen.map(({ sql }) => oneLine(sql)).filter((sql) => TENANT_TABLES.test(sql)),
    );
    const neither = [...tenants].filter(
      (sql) => !NAMES_A_PROJECT.test(sql) && !NAMES_A_ROW.test(sql),
    );
    expect(neither.filter((sql) => !isNamed(NAMES_NEITHER, sql))).toEqual([]);
    // Most of what there is was asked.
    expect(tenants.size).toBeGreaterThan(70);
  });

  it('gives rows of others to nothing but what finds a row by its id, and asks whose it is', () => {
    const readers = new Set(
      seen.filter(({ rows }) => OF_B.test(plain(rows))).map(({ sql }) => oneLine(sql)),
    );
    expect([...readers].filter((sql) => !isNamed(READS_OTHERS, sql))).toEqual([]);
    // The watch sees something, and nothing is on the list that need not be.
    expect(
      READS_OTHERS.filter(([statement]) => ![...readers].some((sql) => statement.test(sql))),
    ).toEqual([]);
  });

  it('writes nothing with the number of a project that is not the key’s', () => {
    const writes = seen.filter(
      ({ sql, parameters }) =>
        /^\s*(?:insert|update|delete)/i.test(sql) && OF_B.test(plain(parameters)),
    );
    // The audit log tells who tried what.
    expect(
      writes.map(({ sql }) => oneLine(sql)).filter((sql) => !/^INSERT INTO audit_/i.test(sql)),
    ).toEqual([]);
  });
});
