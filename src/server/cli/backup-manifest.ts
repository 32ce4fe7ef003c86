import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import { readJson } from './read-json.ts';
import { StartError } from './start-error.ts';

export const MANIFEST_FILE = 'manifest.json';

const BackupFile = Type.Object({
  name: Type.String({ pattern: '^[a-z]+\\.db$' }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
});
export type BackupFile = Static<typeof BackupFile>;

/** The contents of a backup. Written last: a directory without a manifest is not a backup. */
const BackupManifest = Type.Object({
  product: Type.Literal('telltale'),
  version: Type.String(),
  createdAt: Type.String(),
  files: Type.Array(BackupFile, { minItems: 1 }),
});
export type BackupManifest = Static<typeof BackupManifest>;

export function readManifest(directory: string): BackupManifest {
  const manifest = readJson(path.join(directory, MANIFEST_FILE), BackupManifest);
  if (manifest === null)
    throw new StartError(
      `${directory} holds no finished backup of Telltale: ${MANIFEST_FILE} is missing or damaged.`,
    );
  return manifest;
}

/** Reads the file in pieces: a backup may be larger than memory. */
export async function describeFile(directory: string, name: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream: AsyncIterable<Buffer> = createReadStream(path.join(directory, name));
  for await (const chunk of stream) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}
