import type { ProjectPurpose, ProjectRow } from '#core/ports/span-rows.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { RowWriter } from '../client/row-writer.ts';
import { asNano, asNumber, asText, asTextOrNull } from '../schema/stored-span.ts';

/** A project, with what lists don't show of it. */
export interface StoredProject {
  readonly row: ProjectRow;
  readonly purpose: ProjectPurpose | null;
  /** The name that the spans of an experiment are sent to, whatever it is called later. */
  readonly sentAs: string | null;
  readonly version: number;
}

const COLUMNS = [
  'id',
  'version',
  'name',
  'description',
  'purpose',
  'sent_as',
  'created_at',
  'updated_at',
  'is_deleted',
] as const;

/** Read with most requests: merging the rows would take longer than picking the last of each. */
const ALL_SQL = `SELECT ${COLUMNS.join(', ')} FROM projects ORDER BY version DESC LIMIT 1 BY id`;

/** All projects, by number. */
export async function allProjects(db: ClickHouse): Promise<StoredProject[]> {
  const rows = await db.rows(ALL_SQL);
  const live = rows.filter((cells) => asNumber(cells, 'is_deleted') === 0);
  live.sort((a, b) => asNumber(a, 'id') - asNumber(b, 'id'));
  return live.map((cells) => ({
    row: {
      id: asNumber(cells, 'id'),
      name: asText(cells, 'name'),
      description: asTextOrNull(cells, 'description'),
      createdAtUnixNano: asNano(cells, 'created_at'),
      updatedAtUnixNano: asNano(cells, 'updated_at'),
    },
    purpose: asTextOrNull(cells, 'purpose') === null ? null : 'experiment',
    sentAs: asTextOrNull(cells, 'sent_as'),
    version: asNumber(cells, 'version'),
  }));
}

export function projectNamed(
  projects: readonly StoredProject[],
  name: string,
): StoredProject | undefined {
  return projects.find(({ row, sentAs }) => row.name === name || sentAs === name);
}

/** Writes projects as they are now. */
export async function putProjects(
  db: ClickHouse,
  projects: readonly StoredProject[],
  isDeleted = false,
): Promise<void> {
  const writer = new RowWriter();
  const text = (value: string | null): void => {
    writer.nullable(value, (one) => {
      writer.text(one);
    });
  };
  for (const { row, purpose, sentAs, version } of projects) {
    writer.uint32(row.id);
    writer.uint64(version);
    writer.text(row.name);
    text(row.description);
    text(purpose);
    text(sentAs);
    writer.int64(row.createdAtUnixNano);
    writer.int64(row.updatedAtUnixNano);
    writer.uint8(isDeleted ? 1 : 0);
  }
  await db.insert('projects', COLUMNS, writer.finish());
}

export function newProject(
  id: number,
  name: string,
  description: string | null,
  purpose: ProjectPurpose | null,
): StoredProject {
  const now = nowNano();
  const row = { id, name, description, createdAtUnixNano: now, updatedAtUnixNano: now };
  return { row, purpose, sentAs: purpose === 'experiment' ? name : null, version: 1 };
}

export function nowNano(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
