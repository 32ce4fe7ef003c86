import Database from 'better-sqlite3';
import { isDamage } from '#server/stores/damaged-data.ts';
import { openBlock, partOfBlock } from '../blocks/block-codec.ts';

const OPEN_MS = 5_000;
const BLOCKS_NAMED_MAX = 10;

/**
 * The parts of a span store, or of another database, that are damaged, in words; empty when it is
 * whole. Reads all of the file.
 */
export function damagedParts(path: string): readonly string[] {
  let db: Database.Database | null = null;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true, timeout: OPEN_MS });
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck(true)
      .all();
    const open = db;
    const damaged = tables.filter((table) => isTableDamaged(open, table));
    return [
      ...damaged.map((table) => `table ${table}`),
      ...(tables.includes('blocks') ? damagedBlocks(db) : []),
    ];
  } catch (error) {
    if (isDamage(error)) return ['the list of its tables'];
    throw error;
  } finally {
    db?.close();
  }
}

/** The blocks that a server could not read since its start, in words, without reading through the file. */
export function knownDamage(db: Database.Database): readonly string[] {
  const isKept = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'damaged_blocks'").get();
  if (isKept === undefined) return [];
  return named(
    db
      .prepare<[], number>('SELECT first_id FROM damaged_blocks ORDER BY first_id')
      .pluck(true)
      .all()
      .map(partOfBlock),
  );
}

function isTableDamaged(db: Database.Database, table: string): boolean {
  try {
    return db.pragma(`quick_check('${table.replaceAll("'", "''")}')`, { simple: true }) !== 'ok';
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}

/** Blocks of spans whose bytes do not unpack, which no check of pages finds. */
function damagedBlocks(db: Database.Database): readonly string[] {
  const damaged: string[] = [];
  try {
    for (const [firstId, frame] of db
      .prepare<[], [number, Uint8Array]>('SELECT first_id, frame FROM blocks')
      .raw(true)
      .iterate()) {
      try {
        openBlock(frame, firstId);
      } catch {
        damaged.push(partOfBlock(firstId));
      }
    }
  } catch (error) {
    // The table itself, which was named already.
    if (!isDamage(error)) throw error;
  }
  return named(damaged);
}

/** Of very many, some are named. */
function named(blocks: readonly string[]): readonly string[] {
  const more = blocks.length - BLOCKS_NAMED_MAX;
  return more > 0 ? [...blocks.slice(0, BLOCKS_NAMED_MAX), `${more} more blocks of spans`] : blocks;
}
