import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { auditLine } from '#server/audit/audit-line.ts';
import { AuditVerifier, type AuditReport, type KnownHead } from '#server/audit/audit-verifier.ts';
import type { Config } from '#server/config.ts';
import { threadEntry } from '#server/compose/threads/thread-entry.ts';
import { PostgresReads } from '#server/stores/meta/postgres/postgres-reads.ts';
import {
  postgresName,
  type PostgresSettings,
} from '#server/stores/meta/postgres/postgres-settings.ts';
import type { AuditRow } from '#server/stores/meta/audit-tables.ts';
import { AuditLinks } from '#server/stores/meta/audit/audit-links.ts';
import { auditReads } from '#server/stores/meta/audit/audit-reads.ts';
import { metaDamage } from '#server/stores/meta/meta-damage.ts';
import { META_FILE } from './data-directory.ts';
import { StartError } from './start-error.ts';

const LINES_PER_WRITE = 500;
const ROWS_PER_STEP = 5_000;
const ALL_ROWS = 'SELECT * FROM audit_log ORDER BY seq';
const NEXT_ROWS = 'SELECT * FROM audit_log WHERE seq > ? ORDER BY seq LIMIT ?';
const HEAD = /^(\d{1,15}):([0-9a-fA-F]{64})$/;

/** `telltale audit export`, also while a server runs: it reads from one snapshot. */
export async function auditExport(config: Config): Promise<void> {
  await withAudit(config, (source) => exportRows(source));
}

/** `telltale audit verify`, likewise. */
export async function auditVerify(config: Config, head: string | undefined): Promise<void> {
  const known = knownHead(head);
  await withAudit(config, async ({ links }) => say(verifyLinks(links, known)));
}

/** Follows the chain of a database's audit log, from one snapshot. */
export function verify(db: Database.Database, known: KnownHead | null): AuditReport {
  return db.transaction(() => verifyLinks(new AuditLinks(auditReads(db)), known))();
}

function verifyLinks(links: AuditLinks, known: KnownHead | null): AuditReport {
  const chain = links.chain();
  if (chain === null)
    throw new StartError('The audit log has lost its anchor: the table audit_chain is empty.');
  const verifier = new AuditVerifier({ links, chain, known });
  while (verifier.step(ROWS_PER_STEP));
  return verifier.report();
}

function say(report: AuditReport): void {
  const { rows, firstSeq, lastSeq, headHash, problems, problemCount } = report;
  for (const { detail } of problems) process.stdout.write(`${detail}\n`);
  if (problemCount > problems.length)
    process.stdout.write(`… and ${problemCount - problems.length} more.\n`);
  const range = rows === 0 ? 'no rows' : `${rows} rows, ${firstSeq} to ${lastSeq}`;
  process.stdout.write(
    `${report.intact ? 'Intact' : 'NOT INTACT'}: ${range}. Head ${lastSeq}:${headHash}\n`,
  );
  if (!report.intact) process.exitCode = 1;
}

async function exportRows({ rows }: AuditSource): Promise<void> {
  let lines: string[] = [];
  const write = async (): Promise<void> => {
    const more = process.stdout.write(lines.join(''));
    lines = [];
    if (!more) await once(process.stdout, 'drain');
  };
  for (const row of rows()) {
    lines.push(auditLine(row));
    if (lines.length >= LINES_PER_WRITE) await write();
  }
  await write();
}

/** The audit log as commands read it: one state of it. */
interface AuditSource {
  readonly links: AuditLinks;
  readonly rows: () => Iterable<AuditRow>;
}

async function withAudit(
  config: Config,
  work: (source: AuditSource) => Promise<void>,
): Promise<void> {
  await (config.postgres === null ? withFile(config, work) : withPostgres(config.postgres, work));
}

async function withPostgres(
  settings: PostgresSettings,
  work: (source: AuditSource) => Promise<void>,
): Promise<void> {
  const reads = new PostgresReads(threadEntry('postgres-reads'), settings);
  try {
    reads.begin();
    const there = reads.rows("SELECT 1 AS one WHERE to_regclass('audit_log') IS NOT NULL", []);
    if (there.length === 0)
      throw new StartError(
        `${postgresName(settings)} has no audit log yet: start the server once.`,
      );
    await work({
      links: new AuditLinks((sql, parameters) => reads.rows(sql, parameters), 'postgres'),
      rows: () => pagesOf(reads),
    });
    reads.commit();
  } finally {
    reads.close();
  }
}

function* pagesOf(reads: PostgresReads): Generator<AuditRow> {
  for (let after = 0; ;) {
    // as: every column of the table.
    const page = reads.rows(NEXT_ROWS, [after, ROWS_PER_STEP]) as readonly AuditRow[];
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

async function withFile(
  config: Config,
  work: (source: AuditSource) => Promise<void>,
): Promise<void> {
  const directory =
    config.database === null || config.database === 'temporary'
      ? config.workingDir
      : config.database.directory;
  const file = path.join(directory, META_FILE);
  if (!existsSync(file))
    throw new StartError(
      `There is no audit log: ${file} does not exist. Set SERVICE_WORKING_DIR to the data directory.`,
    );
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 10_000 });
  try {
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit_log'").get() === undefined)
      throw new StartError(`${file} has no audit log yet: start this version of the server once.`);
    db.exec('BEGIN');
    await work({
      links: new AuditLinks(auditReads(db)),
      rows: () => db.prepare<[], AuditRow>(ALL_ROWS).iterate(),
    });
    db.exec('COMMIT');
  } catch (error) {
    throw metaDamage(error, ALL_ROWS) ?? error;
  } finally {
    db.close();
  }
}

function knownHead(text: string | undefined): KnownHead | null {
  if (text === undefined) return null;
  const match = HEAD.exec(text);
  if (match?.[1] === undefined || match[2] === undefined)
    throw new StartError(
      `--head is '${text.slice(0, 80)}'; use the head that an earlier verification printed, such as 120:9f86…`,
      {
        exitCode: 2,
      },
    );
  return { seq: Number(match[1]), hash: match[2] };
}
