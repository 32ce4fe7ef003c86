import type { Parser } from './setting-parsers.ts';

/**
 * One setting: its variable without the prefix, its parser, and its text in the help and the
 * documentation.
 */
export interface Setting<T> {
  /** After `SERVICE_`, and after `PHOENIX_` for the alias. */
  readonly name: string;
  readonly group:
    | 'Network'
    | 'Storage'
    | 'Limits'
    | 'Operation'
    | 'Security'
    | 'TLS'
    | 'Sign-in'
    | 'Apps'
    | 'Directory'
    | 'Mail';
  readonly parser: Parser<T>;
  readonly fallback: T;
  /** The default as shown, where the value itself would say too little. */
  readonly fallbackText?: string;
  readonly description: string;
}

/** Declares a setting; the fallback has the parser's type. */
export function setting<T>(
  name: string,
  group: Setting<T>['group'],
  parser: Parser<T>,
  fallback: NoInfer<T>,
  description: string,
  fallbackText?: string,
): Setting<T> {
  return {
    name,
    group,
    parser,
    fallback,
    description,
    ...(fallbackText === undefined ? {} : { fallbackText }),
  };
}

/** Parsers of settings that are off when unset. */
export function optional<T>(parser: Parser<T>): Parser<T | null> {
  return parser;
}
