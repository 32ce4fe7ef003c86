import { AppError } from '#contracts/wire/errors.ts';

/**
 * Spans that a limited key may not store where they say: the same words whether that project exists
 * or not.
 */
export function forbiddenProject(): AppError {
  return new AppError(
    'forbidden',
    'The API key is limited to projects, and the spans name another project or belong to a trace of another. Nothing was stored. Name a project of the key with openinference.project.name or x-project-name.',
  );
}
