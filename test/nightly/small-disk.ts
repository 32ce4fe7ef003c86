import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Mounts a file system of 64 MB on a folder; false where that is not allowed. */
export function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** The counterpart of `mountSmallDisk`. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', ['-l', folder]);
}

/** Leaves the file system of a folder without a free byte, by a file named `filler`. */
export function fillDisk(folder: string): void {
  for (let chunk = 4 * 2 ** 20; chunk >= 4_096; chunk /= 2) {
    try {
      for (;;) writeFileSync(path.join(folder, 'filler'), Buffer.alloc(chunk), { flag: 'a' });
    } catch {
      // Full at this grain: try smaller pieces.
    }
  }
}
