import { writeFile } from 'node:fs/promises';
import { openApiText } from './openapi-text.ts';
import { PERMISSIONS_PAGE, permissionsPage } from './permission-docs.ts';

/**
 * Writes `openapi.json` and docs/permissions.md from the routes. Run after any change to a route or
 * a contract.
 */
const text = await openApiText();
await writeFile(new URL('../openapi.json', import.meta.url), text);
await writeFile(PERMISSIONS_PAGE, await permissionsPage());
