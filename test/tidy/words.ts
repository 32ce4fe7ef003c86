import type { SourceFile } from './source-file.ts';

/**
 * Words that readers stumbled over, and what to write instead; the judge of an LLM evaluator is the
 * field's word and stays.
 */
const BANNED: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bwhoever\b/gi, 'name who: anyone who can reach the port, users who left, the sender'],
  [/\bsomebody\b/gi, 'a user, another user, a caller'],
  [/\bany(?:body)\b(?! there\?)/gi, 'any user, any caller'],
  [/\beverybody\b/gi, 'every user, all callers'],
  // As a word of prose; 'nobody' is a kind of caller, and a name that tests look up in vain.
  [/(?<=[\s(])[Nn]obody(?=[\s,.;)]|$)/gm, 'no user, no caller, unauthenticated'],
  [/(?<=[\s(])[Ss]aid(?=[\s,.;)]|$)/gm, 'annotated, sent, reported, shown'],
  [/(?<=[\s(])[Tt]old(?=[\s,.;)]|$)/gm, 'notified, called with, distinguished'],
  [/\bjudg(?:e?ments?|ed|ing)\b/gi, 'annotation, annotated, evaluation'],
  [/\bnearest product\b/gi, 'Phoenix'],
  [/\b(?:held|holds? [a-z]+(?: [a-z]+)?) against\b/gi, 'validated against, checked against'],
  [/\bcom(?:es?|ing) to be\b|\bcame to be\b/gi, 'is created'],
  [/\bturn(?:s|ed|ing)? round\b/gi, 'invert'],
  [/\bfor good\b/gi, 'permanently'],
  [/\bat hand\b/gi, 'available'],
  [/\bdivide by\b/gi, 'break down by'],
  [/\b(?:unless|if not) (?:said|told)\b/gi, 'by default'],
  [/\b(?:agreement of )?(?:models and people|people and models)\b/gi, 'LLMs and humans'],
  [/\bnot failed\b/gi, 'OK'],
  [/\bthrow it away\b/gi, 'discard'],
  [/\bdrop all conditions\b/gi, 'clear filters'],
  [/\b(?:what|that|it) was said of\b/gi, 'annotations of'],
  [/\bprices? of (?:one's|your|its) own\b/gi, 'custom price'],
  [/\bthe prices? of now\b/gi, 'current prices'],
  [/\bthe way out\b/gi, 'the fix'],
  [/\(may be left out\)/gi, '(optional)'],
];
/**
 * Decisions keep the words of their day. Texts of libraries, models and attackers, and the
 * evaluators of clients, are not ours.
 */
const NOT_OURS =
  /^(?:docs\/adr\/|test\/(?:tidy|frameworks\/|clients\/|fixtures\/|e2e\/page-untrusted)|tools\/seed\/)|common-password-list\.ts$|package-lock\.json$/;
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

const TEXT =
  /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|>(?:[^<>{}=;()]|\{' '\})*(?=[<{])/gm;
/** A sentence whose subject is a pronoun or a clause that only the code explains. */
const RIDDLE = /(?:^["'`>]?\s*|[.!?…] )(?:It|That|What)(?:’s|'s)? [a-z]/;
/**
 * The page and everything it shows: texts of components, errors and descriptions of the interface.
 */
const SHOWN =
  /^src\/(?:web|contracts|core|server)\/(?!.*(?:\.test\.tsx?|\/generated\/|\/conformance\/|common-password-list))/;

/**
 * Texts on the page, in errors and in the REST reference with a sentence that begins with a bare
 * It, That or What.
 */
export function riddleBreaches(file: SourceFile): string[] {
  if (!SHOWN.test(file.path)) return [];
  return [...file.text.matchAll(TEXT)].flatMap((match) => {
    const text = match[0].replace(/\s+/g, ' ');
    if (text.startsWith('/') || !RIDDLE.test(text)) return [];
    const line = file.text.slice(0, match.index).split('\n').length;
    return [`${file.path}:${line}: ${text.slice(0, 80)}; begin the sentence with a noun`];
  });
}
