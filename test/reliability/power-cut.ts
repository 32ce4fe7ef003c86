import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { compiler } from './disk-faults.ts';

/**
 * The start options of a process with its files in `directory`, so that `shadow` has the disk's
 * content after a power cut.
 */
export function powerCut(
  workspace: string,
  directory: string,
  shadow: string,
): Record<string, string> {
  const library = path.join(workspace, 'powercut.so');
  if (!existsSync(library))
    execFileSync(
      compiler ?? 'cc',
      [
        '-O2',
        '-shared',
        '-fPIC',
        '-o',
        library,
        path.join(import.meta.dirname, 'powercut.c'),
        '-ldl',
        '-lpthread',
      ],
      { stdio: 'pipe' },
    );
  return { LD_PRELOAD: library, PC_DIR: directory, PC_SHADOW: shadow };
}
