import type { ApiKeyKind } from './api-key.ts';
import { decodeGlobalId, encodeGlobalId } from '../wire/ids.ts';

/** The type of the Global IDs of keys of a kind. */
export function keyIdType(kind: ApiKeyKind): 'UserApiKey' | 'SystemApiKey' {
  return kind === 'user' ? 'UserApiKey' : 'SystemApiKey';
}

export function keyGlobalId(kind: ApiKeyKind, number: number): string {
  return encodeGlobalId(keyIdType(kind), number);
}

/** The number behind a Global ID of a key of either kind, or null. */
export function keyNumberOf(text: string): number | null {
  const id = decodeGlobalId(text);
  return id?.type === 'UserApiKey' || id?.type === 'SystemApiKey' ? id.number : null;
}
