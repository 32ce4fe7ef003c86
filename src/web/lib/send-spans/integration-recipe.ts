import type { Integration } from './integration.ts';
import type { Recipe } from './send-spans.ts';
import type { SendTarget } from './send-target.ts';
import { resourceValue } from './shell-lines.ts';

/** The title of the lines for a shell: long ones, without a line break of their own. */
export const SHELL = 'In a shell';
/** What the pages of docs/integrations call the server and the project. */
const DOCS_ORIGIN = 'http://localhost:6006';
const DOCS_PROJECT = 'my-app';
/** For servers with authentication: the export of a key, behind a `#`. */
const KEY_LINE = /^# (export \w+="api_key=\$SERVICE_API_KEY").*\n?/m;

/** The lines of a page of docs/integrations, for this server and a project. */
export function integrationRecipe(integration: Integration): Recipe {
  const { slug, title, language, instrumentation, code } = integration;
  const file = code === 'js' ? 'app.mjs' : 'app.py';
  return {
    key: slug,
    name: title,
    hint: language,
    about: `${language}, instrumented by ${instrumentation.replaceAll('`', '')}`,
    blocks: (target) => [
      { title: SHELL, text: shellOf(integration, target) },
      { title: file, text: codeOf(integration, target) },
      { title: 'Run it', text: code === 'js' ? `node ${file}` : `python ${file}` },
    ],
  };
}

function shellOf({ shell }: Integration, { origin, project, needsKey }: SendTarget): string {
  return shell
    .replace(KEY_LINE, needsKey ? '$1' : '')
    .replaceAll(DOCS_ORIGIN, () => origin)
    .replace(`openinference.project.name=${DOCS_PROJECT}`, () => resourceValue(project))
    .trimEnd();
}

function codeOf({ setUp, use }: Integration, { origin, project }: SendTarget): string {
  return `${setUp}\n\n${use}`
    .replaceAll(DOCS_ORIGIN, () => origin)
    .replaceAll(`"${DOCS_PROJECT}"`, () => JSON.stringify(project))
    .replaceAll(`'${DOCS_PROJECT}'`, () => inSingleQuotes(project));
}

/** A text as JavaScript's own style quotes it. */
export function inSingleQuotes(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
