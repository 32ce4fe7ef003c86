import { writeFile } from 'node:fs/promises';
import { openApiText } from './openapi-text.ts';
import { openApiTypes } from './openapi-types.ts';
import { PERMISSIONS_PAGE, permissionsPage } from './permission-docs.ts';

/** Writes `openapi.json` from the routes, the page's types from it, and docs/permissions.md. Run after any change to a route or a contract. */
const text = await openApiText();
await writeFile(new URL('../openapi.json', import.meta.url), text);
const document: unknown = JSON.parse(text);
await writeFile(new URL('../src/web/platform/http/generated/schema.ts', import.meta.url), openApiTypes(document));
await writeFile(PERMISSIONS_PAGE, await permissionsPage());
