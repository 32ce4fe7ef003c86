import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from './start-error.ts';

export const MANIFEST_FILE = 'manifest.json';

export interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup holds. It is written last: a directory without one is no backup. */
export interface BackupManifest {
  readonly product: 'telltale';
  readonly version: string;
  readonly createdAt: string;
  readonly files: readonly BackupFile[];
}

export function readManifest(directory: string): BackupManifest {
  let manifest: BackupManifest;
  try {
    manifest = JSON.parse(readFileSync(path.join(directory, MANIFEST_FILE), 'utf8'));
  } catch (error) {
    throw new StartError(`${directory} holds no finished backup: ${MANIFEST_FILE} is missing or not readable.`, { cause: error });
  }
  const names = Array.isArray(manifest.files) ? manifest.files.map(({ name }) => name) : [];
  if (manifest.product !== 'telltale' || names.length === 0 || names.some((name) => path.basename(name) !== name)) {
    throw new StartError(`${path.join(directory, MANIFEST_FILE)} is not a manifest of Telltale.`);
  }
  return manifest;
}

/** Reads the file in pieces: a backup may be larger than memory. */
export async function describeFile(directory: string, name: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path.join(directory, name))) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}
