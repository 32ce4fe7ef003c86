/**
 * Variables that cannot be used, or do not go together: a line each. The loader makes it an error
 * of the configuration.
 */
export class SettingError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options: { readonly cause?: unknown } = {}) {
    super(problems.join(' '), options);
    this.name = 'SettingError';
    this.problems = problems;
  }
}
