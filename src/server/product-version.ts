import { Type } from 'typebox';
import { readJson } from './cli/read-json.ts';

/** The version in package.json: two folders up from here, from a packed build too. */
export const PRODUCT_VERSION: string =
  readJson(new URL('../../package.json', import.meta.url), Type.Object({ version: Type.String() }))
    ?.version ?? '0.0.0';
