import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { ExperimentFrame } from './experiment-frame.ts';
import { readFrame, type ExperimentState } from './frame-reader.ts';
import { numberIn, rowsFor, type RowSource } from './row-source.ts';

/**
 * Frames of experiments as they are now: read again when the experiment changed, kept for the next
 * request within a limit of bytes.
 */
export class FrameCache {
  readonly #bytesMax: number;
  /** By experiment, the one that was used last at the end. */
  readonly #frames = new Map<number, ExperimentFrame>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The frames of experiments of one dataset, in the order asked for; `not_found` when one is gone.
   */
  framesOf(source: RowSource, experimentIds: readonly number[]): readonly ExperimentFrame[] {
    const states = readStates(source, experimentIds);
    return experimentIds.map((id) => {
      const state = states.get(id);
      if (state === undefined)
        throw new AppError(
          'not_found',
          `Experiment with ID '${encodeGlobalId('Experiment', id)}' not found`,
        );
      return this.#frameOf(source, state);
    });
  }

  #frameOf(source: RowSource, state: ExperimentState): ExperimentFrame {
    const known = this.#frames.get(state.id);
    if (known !== undefined) {
      this.#drop(known);
      if (known.changeNumber === state.changeNumber) return this.#keep(known);
    }
    return this.#keep(readFrame(source, state));
  }

  #keep(frame: ExperimentFrame): ExperimentFrame {
    this.#frames.set(frame.experimentId, frame);
    this.#bytes += frame.bytes;
    for (const oldest of this.#frames.values()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest);
    }
    return frame;
  }

  #drop(frame: ExperimentFrame): void {
    this.#frames.delete(frame.experimentId);
    this.#bytes -= frame.bytes;
  }
}

function readStates(
  source: RowSource,
  ids: readonly number[],
): ReadonlyMap<number, ExperimentState> {
  const states = new Map<number, ExperimentState>();
  const sql = (marks: string): string =>
    `SELECT id, dataset_id, repetitions, change_number FROM experiments WHERE deleted_at_ms IS NULL AND id IN (${marks})`;
  for (const row of rowsFor(source, sql, ids)) {
    const state = {
      id: numberIn(row, 0),
      datasetId: numberIn(row, 1),
      repetitions: numberIn(row, 2),
      changeNumber: numberIn(row, 3),
    };
    states.set(state.id, state);
  }
  return states;
}
