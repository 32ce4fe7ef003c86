import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '#test/examples/example-run.ts';

/** One fault of the simulated disk. */
export interface DiskFault {
  readonly call: 'sync' | 'write' | 'truncate';
  /** The end of the file's name. */
  readonly file: string;
  readonly how: 'EIO' | 'ENOSPC' | 'SHORT';
  readonly count: number;
}

/** A C compiler, or null. */
export const compiler = process.env['CC_PATH'] ?? findProgram('cc', 'gcc', 'clang');
/** False where there is no C compiler on Linux. */
export const canSimulateDisk = compiler !== null && process.platform === 'linux';

/**
 * A disk that fails on request, below SQLite: `faults.c` loaded into the server. Its files are made
 * in `workspace`.
 */
export class FaultyDisk {
  readonly #library: string;
  readonly #control: string;
  readonly log: string;

  constructor(workspace: string) {
    this.#library = path.join(workspace, 'faults.so');
    this.#control = path.join(workspace, 'control');
    this.log = path.join(workspace, 'log');
    const source = path.resolve(import.meta.dirname, '../nightly/faults.c');
    execFileSync(
      compiler ?? 'cc',
      ['-O2', '-shared', '-fPIC', '-o', this.#library, source, '-ldl', '-lpthread'],
      { stdio: 'pipe' },
    );
  }

  /**
   * The start options of a server with its data on this disk. `shadow` has the data that would
   * survive a power cut.
   */
  env(data: string, shadow: string): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      PC_DIR: data,
      PC_SHADOW: shadow,
      FAULTS_CONTROL: this.#control,
      FAULTS_LOG: this.log,
    };
  }

  /** From the `from`th matching call on. */
  arm({ call, file, how, count }: DiskFault, from: number): void {
    writeFileSync(`${this.#control}.partial`, `${call} ${file} ${how} ${from} ${count}\n`);
    renameSync(`${this.#control}.partial`, this.#control);
  }

  disarm(): void {
    rmSync(this.#control, { force: true });
  }
}
