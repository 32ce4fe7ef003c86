import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { auditLine } from '#server/audit/audit-line.ts';
import { AuditVerifier, type AuditReport, type KnownHead } from '#server/audit/audit-verifier.ts';
import type { Config } from '#server/config.ts';
import type { AuditRow } from '#server/stores/meta/audit-tables.ts';
import { AuditLinks } from '#server/stores/meta/audit/audit-links.ts';
import { auditReads } from '#server/stores/meta/audit/audit-reads.ts';
import { metaDamage } from '#server/stores/meta/meta-damage.ts';
import { META_FILE } from './data-directory.ts';
import { StartError } from './start-error.ts';

const LINES_PER_WRITE = 500;
const ROWS_PER_STEP = 5_000;
const ALL_ROWS = 'SELECT * FROM audit_log ORDER BY seq';
const HEAD = /^(\d{1,15}):([0-9a-fA-F]{64})$/;

/** `telltale audit export`, also while a server runs: it reads from one snapshot. */
export async function auditExport(config: Config): Promise<void> {
  await withDatabase(config, exportRows);
}

/** `telltale audit verify`, likewise. */
export async function auditVerify(config: Config, head: string | undefined): Promise<void> {
  const known = knownHead(head);
  await withDatabase(config, async (db) => say(verify(db, known)));
}

/** Follows the chain of a database's audit log, from one snapshot. */
export function verify(db: Database.Database, known: KnownHead | null): AuditReport {
  return db.transaction(() => {
    const links = new AuditLinks(auditReads(db));
    const chain = links.chain();
    if (chain === null) throw new StartError('The audit log has lost its anchor: the table audit_chain is empty.');
    const verifier = new AuditVerifier({ links, chain, known });
    while (verifier.step(ROWS_PER_STEP));
    return verifier.report();
  })();
}

function say(report: AuditReport): void {
  const { rows, firstSeq, lastSeq, headHash, problems, problemCount } = report;
  for (const { detail } of problems) process.stdout.write(`${detail}\n`);
  if (problemCount > problems.length) process.stdout.write(`… and ${problemCount - problems.length} more.\n`);
  const range = rows === 0 ? 'no rows' : `${rows} rows, ${firstSeq} to ${lastSeq}`;
  process.stdout.write(`${report.intact ? 'Intact' : 'NOT INTACT'}: ${range}. Head ${lastSeq}:${headHash}\n`);
  if (!report.intact) process.exitCode = 1;
}

async function exportRows(db: Database.Database): Promise<void> {
  let lines: string[] = [];
  const write = async (): Promise<void> => {
    const more = process.stdout.write(lines.join(''));
    lines = [];
    if (!more) await once(process.stdout, 'drain');
  };
  for (const row of rowsOf(db)) {
    lines.push(auditLine(row));
    if (lines.length >= LINES_PER_WRITE) await write();
  }
  await write();
}

function rowsOf(db: Database.Database): IterableIterator<AuditRow> {
  return db.prepare<[], AuditRow>(ALL_ROWS).iterate();
}

async function withDatabase(config: Config, work: (db: Database.Database) => Promise<void>): Promise<void> {
  const directory = config.database === null || config.database === 'temporary' ? config.workingDir : config.database.directory;
  const file = path.join(directory, META_FILE);
  if (!existsSync(file))
    throw new StartError(`There is no audit log: ${file} does not exist. Set SERVICE_WORKING_DIR to the data directory.`);
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 10_000 });
  try {
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit_log'").get() === undefined)
      throw new StartError(`${file} has no audit log yet: start this version of the server once.`);
    await work(db);
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
    throw new StartError(`--head is '${text.slice(0, 80)}'; use the head that an earlier verification printed, such as 120:9f86…`, {
      exitCode: 2,
    });
  return { seq: Number(match[1]), hash: match[2] };
}
