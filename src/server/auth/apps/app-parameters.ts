import { AppRefusal } from './app-refusal.ts';

/** Parameters of an address or a form. */
export type AppParameters = Readonly<Record<string, string | undefined>>;

/**
 * Parameters by name; one without a value counts as left out. Throws when one is there twice: each
 * reader could take another of them.
 */
export function readParameters(text: string): AppParameters {
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (found.has(name))
      throw new AppRefusal('invalid_request', `${plainName(name)} is there twice.`);
    if (value !== '') found.set(name, value);
  }
  return Object.fromEntries(found);
}

/** A parameter that must be there. */
export function neededParameter(parameters: AppParameters, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new AppRefusal('invalid_request', `${name} is missing.`);
  return value;
}

function plainName(name: string): string {
  return /^\w{1,40}$/.test(name) ? name : 'A parameter';
}
