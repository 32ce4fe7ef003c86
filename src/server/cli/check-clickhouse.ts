import { ClickHouse } from '#server/stores/spans/clickhouse/client/clickhouse.ts';
import {
  clickhouseName,
  type ClickHouseSettings,
} from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';

/** The first version with all that the statements use. */
const VERSION_MIN = [25, 8] as const;
/** Above this, each page of a list waits noticeably. */
const LATENCY_MS_MAX = 50;
const LATENCY_TRIES = 5;

const FACTS = `SELECT version() AS version, (SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'spans') AS has_tables,
  (SELECT count() FROM system.databases WHERE name = currentDatabase()) AS has_database`;

/** Looks at ClickHouse as the server will use it, also while one runs. Throws what is wrong. */
export async function checkClickHouse(settings: ClickHouseSettings): Promise<string> {
  const where = `${clickhouseName(settings)}, database '${settings.database}'`;
  const db = await ClickHouse.connect(settings);
  try {
    const [facts] = await db.rows(FACTS);
    const version = String(facts?.['version'] ?? '');
    if (!isNewEnough(version))
      throw new Error(
        `${where} is version ${version}: ${VERSION_MIN.join('.')} or newer is needed.`,
      );
    if (facts?.['has_database'] === 0)
      throw new Error(`${where} does not exist: CREATE DATABASE ${settings.database}.`);
    const latencyMs = await leastMs(() => db.rows('SELECT 1'));
    if (latencyMs > LATENCY_MS_MAX)
      throw new Error(
        `${where} takes ${latencyMs.toFixed(0)} ms to answer: run the server nearer to it; at most ${LATENCY_MS_MAX} ms is usable.`,
      );
    const tables = facts?.['has_tables'] === 0 ? 'no tables yet' : 'tables are there';
    return `ClickHouse ${version} at ${where.slice('ClickHouse at '.length)}, ${tables}, answers in ${latencyMs.toFixed(1)} ms`;
  } finally {
    await db.close();
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > VERSION_MIN[0] || (major === VERSION_MIN[0] && minor >= VERSION_MIN[1]);
}

async function leastMs(ask: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let tried = 0; tried < LATENCY_TRIES; tried += 1) {
    const startedMs = performance.now();
    await ask();
    least = Math.min(least, performance.now() - startedMs);
  }
  return least;
}
