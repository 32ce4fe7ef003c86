import type { Integration } from './integration.ts';
import type { Block, Recipe } from './recipes.ts';
import type { SendTarget } from './send-target.ts';
import { resourceValue } from './shell-lines.ts';

/** The title of the lines for a shell: long ones, without a line break of their own. */
export const SHELL = 'In a shell';
/** The placeholders for server and project in the pages of docs/integrations. */
const DOCS_ORIGIN = 'http://localhost:6006';
const DOCS_PROJECT = 'my-app';
const RUN = { python: 'python app.py', js: 'node app.mjs', java: 'mvn spring-boot:run' };
/** For servers with authentication: the export of a key, behind a `#`. */
const KEY_LINE = /^# (export \w+="(?:api_key=|Bearer )\$SERVICE_API_KEY").*\n?/m;

/** The lines of a page of docs/integrations, for this server and a project. */
export function integrationRecipe(integration: Integration): Recipe {
  const { slug, title, language, instrumentation, code } = integration;
  return {
    key: slug,
    name: title,
    hint: language,
    about: `${language}, instrumented by ${instrumentation.replaceAll('`', '')}`,
    blocks: (target) => [
      { title: SHELL, text: shellOf(integration, target) },
      ...filesOf(integration, target),
      { title: 'Run it', text: RUN[code] },
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

function filesOf({ code, setUp, use }: Integration, target: SendTarget): readonly Block[] {
  // Java has a file for each class.
  if (code === 'java')
    return [setUp, use].map((text) => ({
      title: `${/public class (\w+)/.exec(text)?.[1] ?? ''}.java`,
      text: filledIn(text, target),
    }));
  return [
    { title: code === 'js' ? 'app.mjs' : 'app.py', text: filledIn(`${setUp}\n\n${use}`, target) },
  ];
}

function filledIn(text: string, { origin, project }: SendTarget): string {
  return text
    .replaceAll(DOCS_ORIGIN, () => origin)
    .replaceAll(`"${DOCS_PROJECT}"`, () => JSON.stringify(project))
    .replaceAll(`'${DOCS_PROJECT}'`, () => inSingleQuotes(project));
}

/** A text as JavaScript's own style quotes it. */
export function inSingleQuotes(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
