import type Database from 'better-sqlite3';
import type { TraceRow, TraceSkeletonJson } from '#core/ports/span-rows.ts';
import type { ShapeFeatureReader, ShapeFeatures } from '../both/shape-features.ts';

/** Each column's values in list order, joined by commas: SQLite writes them as JSON has them, so that no row crosses into JavaScript. */
type TextCells = [
  ids: string | null,
  spanIds: string,
  parents: string,
  shapes: string,
  starts: string,
  durations: string,
  prompts: string,
  completions: string,
  costs: string,
  firstTokens: string,
  repeated: string | null,
];

/** The placeholder for a root's parent: as long as an id, so that positions can be computed. */
const NO_PARENT = '-'.repeat(16);
const ID_CHARS = 16;

const SKELETON_JSON_SQL = `SELECT group_concat(id), lower(group_concat(hex(span_id), '","')),
  lower(group_concat(iif(parent_span_id IS NULL, '${NO_PARENT}', hex(parent_span_id)), '')), group_concat(shape_id), group_concat(start_time - ?), group_concat(duration),
  group_concat(coalesce(tokens_prompt, 'null')), group_concat(coalesce(tokens_completion, 'null')),
  group_concat(CASE WHEN cost_usd IS NULL THEN 'null' ELSE printf('%!.17g', cost_usd) END), group_concat(coalesce(first_token, 'null')),
  group_concat(id || ':' || repeats)
FROM (SELECT id, span_id, parent_span_id, shape_id, start_time, duration, tokens_prompt, tokens_completion, cost_usd, first_token, repeats
  FROM spans WHERE trace_number = ? ORDER BY start_time, id LIMIT ?)`;

/**
 * Reads a whole trace as the texts of JSON lists: measured, a seventh of the work of reading rows and writing their values. Parents may form
 * a cycle: nothing here follows them.
 */
export class SkeletonJsonReader {
  readonly #text: Database.Statement<[bigint, number, number], TextCells>;
  readonly #shapes: ShapeFeatureReader;

  constructor(db: Database.Database, shapes: ShapeFeatureReader) {
    this.#text = db.prepare<[bigint, number, number], TextCells>(SKELETON_JSON_SQL).raw(true);
    this.#shapes = shapes;
  }

  /** Null when some span keeps its name in its row (a project with very many names): then rows have to be read. */
  read(trace: TraceRow, spansMax: number): TraceSkeletonJson | null {
    const cells = this.#text.get(trace.startTimeUnixNano, trace.id, spansMax);
    if (cells === undefined || cells[0] === null) return null;
    const shapeIds = cells[3].split(',');
    const byShape = this.#columnsByShape(shapeIds);
    if (byShape === null) return null;
    return {
      trace,
      complete: shapeIds.length >= trace.spanCount,
      columns: {
        ids: `[${cells[0]}]`,
        spanIds: `["${cells[1]}"]`,
        ...parentColumns(cells[1].split('","'), cells[2]),
        startOffsetsNano: `[${cells[4]}]`,
        durationsNano: `[${cells[5]}]`,
        ...byShape,
        promptTokens: `[${cells[6]}]`,
        completionTokens: `[${cells[7]}]`,
        costsUsd: `[${cells[8]}]`,
        firstTokensNano: `[${cells[9]}]`,
        repeats: repeatsText(cells[0], cells[10]),
      },
    };
  }

  #columnsByShape(
    shapeIds: readonly string[],
  ): Pick<TraceSkeletonJson['columns'], 'names' | 'nameIndexes' | 'kinds' | 'statuses' | 'models'> | null {
    const names: string[] = [];
    const known = new Map<string, { readonly name: number; readonly features: ShapeFeatures }>();
    for (const id of shapeIds) {
      if (known.has(id)) continue;
      const features = this.#shapes.of(Number(id));
      if (features === null || features.name === null) return null;
      let name = names.indexOf(features.name);
      if (name === -1) name = names.push(features.name) - 1;
      known.set(id, { name, features });
    }
    const column = (of: (shape: { readonly name: number; readonly features: ShapeFeatures }) => string): string => {
      const texts = new Map([...known].map(([id, shape]) => [id, of(shape)]));
      return `[${shapeIds.map((id) => texts.get(id)).join(',')}]`;
    };
    return {
      names: JSON.stringify(names),
      nameIndexes: column(({ name }) => String(name)),
      kinds: column(({ features }) => String(features.kind)),
      statuses: column(({ features }) => String(features.status)),
      models: column(({ features }) => JSON.stringify(features.modelName)),
    };
  }
}

/** Row numbers become places only where some are named, which few traces have. */
function repeatsText(ids: string, repeated: string | null): string {
  if (repeated === null) return '{}';
  const places = new Map(ids.split(',').map((id, place) => [id, place]));
  const named = repeated.split(',').map((one) => one.split(':'));
  return `{${named.map(([id, repeats]) => `"${places.get(id ?? '')}":${repeats}`).join(',')}}`;
}

function parentColumns(spanIds: readonly string[], parentIds: string): Pick<TraceSkeletonJson['columns'], 'parents' | 'missingParents'> {
  const places = new Map(spanIds.map((id, place) => [id, place]));
  const missing: Record<number, string> = {};
  const parents = spanIds.map((_id, place) => {
    const parent = parentIds.slice(place * ID_CHARS, (place + 1) * ID_CHARS);
    if (parent === NO_PARENT) return -1;
    const found = places.get(parent);
    if (found === undefined) missing[place] = parent;
    return found ?? -2;
  });
  return { parents: `[${parents.join(',')}]`, missingParents: JSON.stringify(missing) };
}
