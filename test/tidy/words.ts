import type { SourceFile } from './source-file.ts';

/** Words that readers stumbled over, and what to write instead; the judge of an LLM evaluator is the field's word and stays. */
const BANNED: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bwhoever\b/gi, 'name who: anyone who can reach the port, users who left, the sender'],
  [/\bjudg(?:e?ments?|ed|ing)\b/gi, 'annotation, annotated, evaluation'],
  [/\bnearest product\b/gi, 'Phoenix'],
  [/\b(?:held|holds? [a-z]+(?: [a-z]+)?) against\b/gi, 'validated against, checked against'],
  [/\bcomes? to be\b/gi, 'is created'],
  [/\bturn(?:s|ed)? round\b/gi, 'invert'],
  [/\bfor good\b/gi, 'permanently'],
  [/\(may be left out\)/gi, '(optional)'],
];
/** Decisions keep the words of their day. What libraries, models and attackers send, and the evaluators of clients, is not ours. */
const NOT_OURS = /^(?:docs\/adr\/|test\/(?:tidy|frameworks\/|clients\/|fixtures\/|e2e\/page-untrusted)|tools\/seed\/)|package-lock\.json$/;
const READ = /\.(?:tsx?|md|json)$/;

/** Banned words in what people read: pages, errors, docs, comments and names. */
export function wordingBreaches(file: SourceFile): string[] {
  if (NOT_OURS.test(file.path) || !READ.test(file.path)) return [];
  return BANNED.flatMap(([word, instead]) =>
    [...file.text.matchAll(word)].map((match) => {
      const line = file.text.slice(0, match.index).split('\n').length;
      return `${file.path}:${line}: '${match[0]}'; write ${instead}`;
    }),
  );
}
