import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';

/**
 * Holds `openapi.json` to Redocly's recommended rules; part of `npm run check`. Every finding
 * counts, warnings too.
 */
const ref = fileURLToPath(new URL('../openapi.json', import.meta.url));
const problems = await lint({ ref, config: await createConfig({ extends: ['recommended'] }) });
for (const { ruleId, message, location } of problems)
  console.log(`${location[0]?.pointer ?? ''}: ${message} (${ruleId})`);
process.exitCode = problems.length === 0 ? 0 : 1;
