import { writeFile } from 'node:fs/promises';
import { openApiText } from './openapi-text.ts';
import { openApiTypes } from './openapi-types.ts';

/** Writes `openapi.json` from the routes, and the page's types from it. Run after any change to a route or a contract. */
const text = await openApiText();
await writeFile(new URL('../openapi.json', import.meta.url), text);
const document: unknown = JSON.parse(text);
await writeFile(new URL('../src/web/api/generated/schema.ts', import.meta.url), openApiTypes(document));
