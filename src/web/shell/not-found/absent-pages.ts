import {
  ANNOTATION_SETTINGS_PATH,
  GENERAL_SETTINGS_PATH,
} from '#web/platform/address/settings-pages.ts';
import { projectsPath } from '#web/platform/address/paths.ts';

/**
 * A page of Phoenix that does not exist here: what it is, what to use instead, and where that is.
 */
export interface AbsentPage {
  readonly title: string;
  readonly instead: string;
  readonly label: string;
  readonly href: string;
}

/** The API reference is the server's own page, not one of this router's. */
export const REFERENCE_PATH = '/docs';

const PROJECTS = { label: 'All projects', href: projectsPath };
const REFERENCE = { label: 'API reference', href: REFERENCE_PATH };

const ABSENT: readonly (readonly [RegExp, AbsentPage])[] = [
  [
    /^\/(?:redirects\/|settings\/)?prompts(?:\/|$)/,
    {
      title: 'Prompts are not stored on this server',
      instead:
        'Keep them with your code. Every call’s prompt, template and variables are in its span.',
      ...PROJECTS,
    },
  ],
  [
    /^\/(?:playground|chat)(?:\/|$)/,
    {
      title: 'This server has no playground',
      instead:
        'Open a call of a model in a trace: “Copy as” gives it as curl, Python or TypeScript, to change and run where your keys are.',
      ...PROJECTS,
    },
  ],
  [
    /^\/evaluators(?:\/|$)/,
    {
      title: 'Evaluators do not run on this server',
      instead:
        'Run them with your code and send their results as annotations. Lists, scores and agreement work on annotations.',
      label: 'Annotation configs',
      href: ANNOTATION_SETTINGS_PATH,
    },
  ],
  [
    /^\/apis\/graphql(?:\/|$)/,
    {
      title: 'There is no GraphQL on this server',
      instead: 'Use the REST API instead. Its reference lists every operation with examples.',
      ...REFERENCE,
    },
  ],
  [
    /^\/settings\/mcp(?:\/|$)/,
    {
      title: 'This server has no MCP endpoint',
      instead:
        'Give your agent the REST API: /openapi.json describes it, and a read-only API key is enough.',
      ...REFERENCE,
    },
  ],
  [
    /^\/settings\/secrets(?:\/|$)/,
    {
      title: 'Secrets have no page',
      instead: 'Write them with PUT /v1/secrets. They are encrypted and can’t be read back.',
      ...REFERENCE,
    },
  ],
  [
    /^(?:\/settings\/(?:providers|sandboxes|agents)|\/profile\/generative-ai)(?:\/|$)/,
    {
      title: 'This server calls no models and runs no code',
      instead:
        'Telltale needs no providers, sandboxes or agents. Your code’s calls are in its traces, and evaluators run with your code.',
      label: 'Settings',
      href: GENERAL_SETTINGS_PATH,
    },
  ],
  [
    /^\/support(?:\/|$)/,
    {
      title: 'Help is built in',
      instead:
        'Press ? for the shortcuts of any screen; the API reference lists every operation. For anything else, ask this server’s administrator.',
      ...REFERENCE,
    },
  ],
];

/** The text at the address of a page that Phoenix has and Telltale lacks; null for any other. */
export function absentPage(pathname: string): AbsentPage | null {
  return ABSENT.find(([pattern]) => pattern.test(pathname))?.[1] ?? null;
}
