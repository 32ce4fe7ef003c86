import type Database from 'better-sqlite3';
import type { TraceRow, TraceSkeleton } from '#core/ports/span-rows.ts';
import { repeatFromCell } from '../both/span-row-codec.ts';

type SkeletonCells = [
  id: number,
  spanId: string,
  parent: string,
  shape: number,
  start: number,
  duration: number,
  prompt: number | null,
  completion: number | null,
  cost: number | null,
  name: string | null,
  model: string | null,
  firstToken: number | null,
  repeats: number | null,
];

const SKELETON_SQL = `SELECT id, lower(hex(span_id)), lower(hex(parent_span_id)), shape_id, CAST(start_time - ? AS REAL), CAST(duration AS REAL), tokens_prompt, tokens_completion,
  cost_usd, name, model_name, first_token, repeats FROM spans WHERE trace_number = ? ORDER BY start_time, id LIMIT ?`;

interface ShapeCells {
  readonly kind: number;
  readonly status: number;
  readonly name: string | null;
  readonly model_name: string | null;
}

const UNKNOWN_SHAPE: ShapeCells = { kind: 0, status: 0, name: null, model_name: null };

/** Reads a whole trace as columns, for a tree and a waterfall of any size. Parents may form a cycle: nothing here follows them. */
export class SkeletonReader {
  readonly #rows: Database.Statement<[bigint, number, number], SkeletonCells>;
  readonly #shape: Database.Statement<[number], ShapeCells>;

  constructor(db: Database.Database) {
    this.#rows = db.prepare<[bigint, number, number], SkeletonCells>(SKELETON_SQL).raw(true);
    this.#shape = db.prepare('SELECT kind, status, name, model_name FROM shapes WHERE id = ?');
  }

  read(trace: TraceRow, spansMax: number): TraceSkeleton {
    const cells = this.#rows.all(trace.startTimeUnixNano, trace.id, spansMax);
    const spanIds = cells.map(([, spanId]) => spanId);
    const places = new Map(spanIds.map((id, i) => [id, i]));
    const missingParents: Record<number, string> = {};
    const parents = cells.map(([, , parent], i) => {
      if (parent === '') return -1;
      const place = places.get(parent);
      if (place === undefined) missingParents[i] = parent;
      return place ?? -2;
    });
    const shapes = this.#shapesOf(cells);
    const shapeOf = (row: SkeletonCells): ShapeCells => shapes.get(row[3]) ?? UNKNOWN_SHAPE;
    const names = new Map<string, number>();
    const nameIndexes = cells.map((row) => indexOf(names, shapeOf(row).name ?? row[9] ?? ''));
    return {
      trace,
      complete: cells.length >= trace.spanCount,
      ids: cells.map(([id]) => id),
      spanIds,
      parents,
      missingParents,
      startOffsetsNano: cells.map((row) => row[4]),
      durationsNano: cells.map((row) => row[5]),
      names: [...names.keys()],
      nameIndexes,
      kinds: cells.map((row) => shapeOf(row).kind),
      statuses: cells.map((row) => shapeOf(row).status),
      promptTokens: cells.map((row) => row[6]),
      completionTokens: cells.map((row) => row[7]),
      costsUsd: cells.map((row) => row[8]),
      firstTokensNano: cells.map((row) => row[11]),
      models: cells.map((row) => shapeOf(row).model_name ?? row[10]),
      repeats: Object.fromEntries(cells.flatMap((row, i) => (row[12] === null ? [] : [[i, repeatFromCell(row[12])]]))),
    };
  }

  #shapesOf(cells: readonly SkeletonCells[]): Map<number, ShapeCells> {
    const shapes = new Map<number, ShapeCells>();
    for (const [, , , id] of cells) {
      if (!shapes.has(id)) shapes.set(id, this.#shape.get(id) ?? UNKNOWN_SHAPE);
    }
    return shapes;
  }
}

function indexOf(names: Map<string, number>, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}
