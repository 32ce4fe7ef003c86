import { decodeGlobalId, encodeGlobalId, type GlobalIdType } from '#contracts/wire/ids.ts';

/**
 * A number as addresses have it; text of digits with a zero in front, or more of them than a number
 * holds, is a name.
 */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;
/** The longest id in an address; a session with a longer id uses its Global ID. */
const SESSION_ID_CHARS = 1000;

/** An example in an address: its number, or the id its maker gave it. */
export type ExampleKey = number | string;

function numberOf(type: GlobalIdType, id: string): number | null {
  const decoded = decodeGlobalId(id);
  return decoded?.type === type ? decoded.number : null;
}

/**
 * A dataset's form in addresses: its number, from the Global ID. Anything that isn't a Global ID,
 * such as a name, stays unchanged.
 */
export function datasetKey(id: string): string {
  return String(numberOf('Dataset', id) ?? id);
}

/**
 * The Global ID of the dataset that an address names by its number; a name, or a Global ID, stays
 * what it is.
 */
export function datasetOfKey(key: string): string {
  return PLAIN_NUMBER.test(key) ? encodeGlobalId('Dataset', Number(key)) : key;
}

/** How addresses name an example: by the number of its Global ID, or by its own id. */
export function exampleKey(id: string): ExampleKey {
  return numberOf('DatasetExample', id) ?? id;
}

/** The Global ID of an example that an address names by its number; its own id otherwise. */
export function exampleOfKey(key: ExampleKey): string {
  return typeof key === 'number' ? encodeGlobalId('DatasetExample', key) : key;
}

/** How addresses name the version with a Global ID. */
export function versionKey(id: string): number | undefined {
  return numberOf('DatasetVersion', id) ?? undefined;
}

/** The Global ID of the version with a number. */
export function versionOfKey(key: number): string {
  return encodeGlobalId('DatasetVersion', key);
}

/**
 * How addresses name a session: by the id its sender gave it, or by its Global ID where an address
 * could not hold that one.
 */
export function sessionKey({
  id,
  session_id: own,
}: {
  readonly id: string;
  readonly session_id: string;
}): string {
  const isUnfit =
    own === '' ||
    own === '.' ||
    own === '..' ||
    own.length > SESSION_ID_CHARS ||
    isSessionGlobalId(own);
  return isUnfit ? id : own;
}

/** Whether this is the Global ID of a dataset. */
export function isDatasetGlobalId(named: string): boolean {
  return numberOf('Dataset', named) !== null;
}

/** Whether an address names a session by its Global ID. */
export function isSessionGlobalId(named: string): boolean {
  return numberOf('ProjectSession', named) !== null;
}
