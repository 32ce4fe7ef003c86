import { DataType, Type, type Data } from 'apache-arrow';
import { ANNOTATION_LIMITS } from '#contracts/annotations/annotation-create.ts';
import {
  evaluationColumns,
  evaluationHead,
  refused,
  type EvaluationCell,
  type EvaluationHead,
} from '#core/annotation/evaluation-frame.ts';
import type { EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import {
  decoded,
  openArrowBatches,
  type ArrowField,
  arrowNumberReader,
  holdsIntegers,
  holdsNumbers,
  holdsTexts,
} from '#server/files/arrow-batches.ts';
import { notArrow } from '#server/files/arrow-check.ts';
import { arrowValueReader } from '#server/files/arrow-value.ts';
import type { FileLimits } from '#server/files/file-limits.ts';
import { inflatedBytes, type PartEncoding } from '#server/files/file-range.ts';

/** The body of a frame of evaluations, whole in a file, as it came. */
export interface EvaluationBody {
  readonly path: string;
  readonly bytes: number;
  readonly encoding: PartEncoding;
  /** The request's metadata, for a frame without its own. */
  readonly evalName?: string;
  readonly evalType?: string;
}

/** A frame that was opened: its rows are read once, in batches. */
export interface OpenEvaluations {
  readonly head: EvaluationHead;
  readonly batches: AsyncGenerator<EvaluationBatch>;
}

/** Rows of one batch, and characters after which one ends: what is stored in one transaction. */
const BATCH_ROWS_MAX = 1_000;
const BATCH_CHARS_MAX = 2 * 1024 * 1024;
const SHOWN_CHARS = 80;

/**
 * Opens a frame: its schema, and what it says of itself. Rejects with `unprocessable` for what is
 * not such a frame, as do its batches.
 */
export async function openEvaluations(
  body: EvaluationBody,
  limits: FileLimits,
): Promise<OpenEvaluations> {
  const bytes = inflatedBytes(
    { path: body.path, start: 0, end: body.bytes },
    body.encoding,
    limits,
  );
  const { fields, metadata, batches } = await openArrowBatches(bytes, limits);
  const head = evaluationHead(metadata.get('arize'), body);
  const cells = decoded(0, () =>
    fields.map(({ name, type }) => ({ name, type: typeName(type), cells: cellsOf(type) })),
  );
  const columns = evaluationColumns(head.target, cells);
  const text = (index: number | null, charsMax: number) =>
    columnReader(fields, index, (field) => textReader(field, charsMax));
  const readers = decoded(0, () => ({
    id: text(columns.targetId, ANNOTATION_LIMITS.targetIdCharsMax),
    position: columnReader(fields, columns.position, positionReader),
    label: text(columns.label, ANNOTATION_LIMITS.labelCharsMax),
    score: columnReader(fields, columns.score, scoreReader),
    explanation: text(columns.explanation, ANNOTATION_LIMITS.explanationCharsMax),
  }));
  async function* rows(): AsyncGenerator<EvaluationBatch> {
    let seen = 0;
    for await (const { batch, bodyBytes } of batches) {
      const children: readonly (Data | undefined)[] = batch.data.children;
      for (const { index } of Object.values(readers).filter((reader) => reader !== null))
        if ((children[index]?.length ?? 0) < batch.numRows)
          throw notArrow('a batch whose columns are shorter than its rows');
      for (let from = 0; from < batch.numRows;) {
        const some = decoded(bodyBytes, () =>
          batchOf(readers, children, { from, to: batch.numRows, seen }),
        );
        yield some;
        from += some.targetIds.length;
      }
      seen += batch.numRows;
    }
  }
  return { head, batches: rows() };
}

/** Reads the cell of a row (from 1, for messages) of a column. */
type CellReader<T> = (data: Data, index: number, row: number) => T;
interface ColumnReader<T> {
  readonly index: number;
  readonly read: CellReader<T>;
}
interface FrameReaders {
  readonly id: ColumnReader<string | null> | null;
  readonly position: ColumnReader<number> | null;
  readonly label: ColumnReader<string | null> | null;
  readonly score: ColumnReader<number | null> | null;
  readonly explanation: ColumnReader<string | null> | null;
}

function batchOf(
  readers: FrameReaders,
  children: readonly (Data | undefined)[],
  { from, to, seen }: { readonly from: number; readonly to: number; readonly seen: number },
): EvaluationBatch {
  const targetIds: string[] = [];
  const [positions, labels, scores, explanations]: [
    number[],
    (string | null)[],
    (number | null)[],
    (string | null)[],
  ] = [[], [], [], []];
  let chars = 0;
  for (
    let at = from;
    at < to && targetIds.length < BATCH_ROWS_MAX && chars < BATCH_CHARS_MAX;
    at++
  ) {
    const row = seen + at + 1;
    const cell = <T>(reader: ColumnReader<T> | null): T | null => {
      const data = reader === null ? undefined : children[reader.index];
      return reader === null || data === undefined ? null : reader.read(data, at, row);
    };
    const id = cell(readers.id);
    if (id === null || id.trim() === '')
      throw refused(`row ${row}: the id of its target is missing.`);
    targetIds.push(id);
    if (readers.position !== null) positions.push(cell(readers.position) ?? 0);
    if (readers.score !== null) scores.push(cell(readers.score));
    const [label, explanation] = [cell(readers.label), cell(readers.explanation)];
    if (readers.label !== null) labels.push(label);
    if (readers.explanation !== null) explanations.push(explanation);
    chars += id.length + (label?.length ?? 0) + (explanation?.length ?? 0);
  }
  return {
    firstRow: seen + from + 1,
    targetIds,
    positions: readers.position === null ? null : positions,
    labels: readers.label === null ? null : labels,
    scores: readers.score === null ? null : scores,
    explanations: readers.explanation === null ? null : explanations,
  };
}

/** As messages call it. */
function typeName(type: DataType): string {
  return DataType.isDictionary(type) ? 'Dictionary' : (Type[type.typeId] ?? 'of an unknown type');
}

function cellsOf(type: DataType): readonly EvaluationCell[] {
  return [
    ...(holdsTexts(type) ? (['text'] as const) : []),
    ...(holdsNumbers(type) ? (['number'] as const) : []),
    // pandas makes floats of whole numbers when one was missing on the way.
    ...(holdsIntegers(type) || DataType.isFloat(type) ? (['position'] as const) : []),
  ];
}

function columnReader<T>(
  fields: readonly ArrowField[],
  index: number | null,
  make: (field: ArrowField) => CellReader<T>,
): ColumnReader<T> | null {
  const field = index === null ? undefined : fields[index];
  return index === null || field === undefined ? null : { index, read: make(field) };
}

function textReader({ name, type }: ArrowField, charsMax: number): CellReader<string | null> {
  const read = arrowValueReader(type);
  return (data, index, row) => {
    const value = read(data, index);
    if (value === null) return null;
    if (typeof value !== 'string') throw refused(`row ${row}, column '${name}': not a text.`);
    if (value.length > charsMax)
      throw refused(
        `row ${row}, column '${name}': ${value.length} characters; at most ${charsMax} are stored.`,
      );
    return value;
  };
}

/** Not-a-number is how pandas writes a score that is missing. */
function scoreReader({ name, type }: ArrowField): CellReader<number | null> {
  const read = arrowNumberReader(type);
  return (data, index, row) => {
    const value = read(data, index);
    if (value === null || Number.isNaN(value)) return null;
    if (!Number.isFinite(value))
      throw refused(
        `row ${row}, column '${name}': the score is infinite; give a finite number or none.`,
      );
    return value;
  };
}

function positionReader({ name, type }: ArrowField): CellReader<number> {
  const read = arrowNumberReader(type);
  return (data, index, row) => {
    const value = read(data, index);
    if (value !== null && Number.isSafeInteger(value) && value >= 0) return value;
    throw refused(
      `row ${row}, column '${name}': ${String(value).slice(0, SHOWN_CHARS)} is no whole number from 0.`,
    );
  };
}
