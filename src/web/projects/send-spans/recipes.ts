import { INTEGRATIONS } from './generated/integrations.ts';
import { integrationRecipe } from './integration-recipe.ts';
import { plainNode } from './node-lines.ts';
import { plainPython } from './python-lines.ts';
import type { SendTarget } from './send-target.ts';
import { curlLines, environmentLines } from './shell-lines.ts';

/** Lines to paste in one place. */
export interface Block {
  readonly title: string;
  readonly text: string;
}

/** How to send spans from one language or framework. */
export interface Recipe {
  /** Its place in the address. */
  readonly key: string;
  readonly name: string;
  /** Its language, beside the name. */
  readonly hint: string;
  readonly about: string;
  readonly blocks: (target: SendTarget) => readonly Block[];
}

function plain(key: string, name: string, hint: string, about: string, lines: (target: SendTarget) => string): Recipe {
  return { key, name, hint, about, blocks: (target) => [{ title: name, text: lines(target) }] };
}

/** From a language alone first, then from what people build with (docs/integrations). */
export const RECIPES: readonly Recipe[] = [
  plain('python', 'Python', 'any library', 'OpenTelemetry’s SDK alone', plainPython),
  plain('node', 'Node', 'any library', 'OpenTelemetry’s SDK alone', plainNode),
  plain('curl', 'curl', 'a shell', 'One span, without any SDK', curlLines),
  plain('otel-env', 'OTel env', 'any language', 'Variables for any program that has an OpenTelemetry SDK', environmentLines),
  ...INTEGRATIONS.map(integrationRecipe),
];
