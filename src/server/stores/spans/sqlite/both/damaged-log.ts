import {
  closeSync,
  copyFileSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';

/**
 * Commits at the end of the log that SQLite does not read, since something before them is damaged.
 */
export interface DamagedLog {
  /**
   * At least this many. More than one cannot be a commit that a crash interrupted: some of them
   * were acknowledged.
   */
  readonly commits: number;
  /** Where the log was copied as it was found, for a closer look. */
  readonly copy: string;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SALT_BYTES = 8;

/**
 * SQLite reads its log up to the first frame whose checksum does not fit, and forgets the rest
 * without a word. After a crash that is right: each commit is synced before the next is begun, so
 * only the last one can be torn. Commits of this log's own generation (their salts say so) beyond
 * that frame tell of a damaged disk. `framesRead` is what SQLite took; call this before anything is
 * written. Null: all is well.
 */
export function keepDamagedLog(path: string, framesRead: number): DamagedLog | null {
  const log = `${path}-wal`;
  if (!existsSync(log) || statSync(log).size <= HEADER_BYTES) return null;
  const commits = commitsAfter(log, framesRead);
  if (commits === 0) return null;
  const copy = `${log}.damaged-${new Date().toISOString().replaceAll(/[-:]/g, '')}`;
  copyFileSync(log, copy, constants.COPYFILE_FICLONE);
  return { commits, copy };
}

function commitsAfter(log: string, framesRead: number): number {
  const file = openSync(log, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(file, header, 0, HEADER_BYTES, 0);
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    // A page size that is not one means a damaged header: the size all our files have is 4 KiB.
    const pageBytes =
      [4096, 8192, 16_384].find((bytes) => bytes === header.readUInt32BE(8)) ?? 4096;
    let salts = header.subarray(16, 16 + SALT_BYTES);
    let commits = 0;
    const frameBytes = FRAME_HEADER_BYTES + pageBytes;
    const end = fstatSync(file).size;
    for (
      let at = HEADER_BYTES + framesRead * frameBytes;
      at + frameBytes <= end;
      at += frameBytes
    ) {
      readSync(file, frame, 0, FRAME_HEADER_BYTES, at);
      const isCommit = frame.readUInt32BE(4) !== 0;
      // When the header is what is damaged, the first frame says which generation this is.
      if (at === HEADER_BYTES && !isHeaderWhole(header))
        salts = Buffer.from(frame.subarray(8, 8 + SALT_BYTES));
      if (isCommit && frame.subarray(8, 8 + SALT_BYTES).equals(salts)) commits += 1;
    }
    return commits;
  } finally {
    closeSync(file);
  }
}

/**
 * The checksum of https://sqlite.org/fileformat2.html#checksum_algorithm over the header's first 24
 * bytes.
 */
function isHeaderWhole(header: Buffer): boolean {
  const isBigEndian = header.readUInt32BE(0) === 0x377f_0683;
  let [first, second] = [0, 0];
  for (let at = 0; at < 24; at += 8) {
    const [a, b] = isBigEndian
      ? [header.readUInt32BE(at), header.readUInt32BE(at + 4)]
      : [header.readUInt32LE(at), header.readUInt32LE(at + 4)];
    first = (first + a + second) >>> 0;
    second = (second + b + first) >>> 0;
  }
  return header.readUInt32BE(24) === first && header.readUInt32BE(28) === second;
}
