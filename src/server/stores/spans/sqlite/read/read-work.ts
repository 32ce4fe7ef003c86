import type { ReadPlan } from '#core/ports/span-store.ts';

/** Counts what the reading of one page takes. */
export class ReadWork {
  /** By what rows were found first. */
  index: ReadPlan['index'] = 'time';
  blocksSkipped = 0;
  blocksRead = 0;
  rowsRead = 0;

  begin(): void {
    this.index = 'time';
    this.blocksSkipped = 0;
    this.blocksRead = 0;
    this.rowsRead = 0;
  }

  plan(): ReadPlan {
    const { index, blocksSkipped, blocksRead, rowsRead } = this;
    return { index, blocksSkipped, blocksRead, rowsRead };
  }
}
