import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { configTable } from '#server/config.ts';

export const CONFIGURATION_PAGE = path.resolve(
  import.meta.dirname,
  '..',
  'docs',
  'configuration.md',
);

/**
 * The page about settings, made from the schema that reads them. A test compares it with the
 * committed one.
 */
export function configurationPage(): string {
  return `# Configuration

<!-- Made by \`npm run docs:configuration\` from src/server/settings.ts. Change it there. -->

Telltale is configured by environment variables, or by the options of \`telltale serve --help\`, which win. Every variable is read under the
prefix \`SERVICE_\`, and under \`PHOENIX_\` as an alias; where both are set, \`SERVICE_\` wins. An empty variable counts as unset. A value that is
not accepted stops the start with one line that names the variable, the value and what is accepted, and exit code 2.

${configTable().trim()}
`;
}

if (import.meta.main) {
  writeFileSync(CONFIGURATION_PAGE, configurationPage());
  console.log('wrote docs/configuration.md');
}
