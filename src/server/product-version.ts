import { readFileSync } from 'node:fs';

/** The version in package.json: two folders up from here, from a packed build too. */
export const PRODUCT_VERSION: string = readVersion();

function readVersion(): string {
  const file: { readonly version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return file.version;
}
