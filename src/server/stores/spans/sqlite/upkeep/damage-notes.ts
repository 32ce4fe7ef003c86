import { DamagedBlock, partOfBlock } from '../blocks/block-codec.ts';
import { DamagedBlocks } from '../blocks/damaged-blocks.ts';
import type { WriteConnection } from '../write/write-connection.ts';

/** Notes blocks that background work could not read, and tells of them. */
export class DamageNotes {
  readonly #connection: WriteConnection;
  readonly #tell: (found: readonly string[], blocks: number) => void;

  constructor(
    connection: WriteConnection,
    tell: (found: readonly string[], blocks: number) => void = () => undefined,
  ) {
    this.#connection = connection;
    this.#tell = tell;
  }

  note(numbers: readonly number[]): void {
    const count = this.#connection.transaction(({ db }) => {
      const blocks = new DamagedBlocks(db);
      blocks.note(numbers);
      return blocks.count;
    });
    this.#tell(numbers.map(partOfBlock), count);
  }

  /** The outcome of work that reads blocks; true, for more, when it met one that is damaged. */
  noting(work: () => boolean): boolean {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof DamagedBlock)) throw error;
      this.note([error.number]);
      return true;
    }
  }
}
