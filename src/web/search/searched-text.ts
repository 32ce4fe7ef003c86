import type { SpanSearched } from '#contracts/search/span-search.ts';
import { exactCount } from '#web/platform/text/format-number.ts';

const NAMES_MAX = 3;

/** What was searched for, as it was understood: “refund policy” as a phrase and “order”. */
export function termsText({ terms }: Pick<SpanSearched, 'terms'>): string {
  return listText(
    terms.map(({ text, type }) => {
      if (type === 'prefix') return `“${text}…”`;
      return type === 'phrase' ? `“${text}” as a phrase` : `“${text}”`;
    }),
  );
}

/** Where it was searched: project “a”; 2 projects: a and b. */
export function projectsText({ project_count: count, projects }: SpanSearched): string {
  const [only] = projects;
  if (count === 1 && only !== undefined) return `project ${only}`;
  const named = projects.slice(0, count <= NAMES_MAX ? NAMES_MAX : NAMES_MAX - 1);
  const others = count - named.length;
  const names = others > 0 ? [...named, `${exactCount(others)} others`] : named;
  return `${exactCount(count)} projects${names.length === 0 ? '' : ` (${listText(names)})`}`;
}

function listText(parts: readonly string[]): string {
  return parts.length < 2
    ? (parts[0] ?? '')
    : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** The same search for beginnings of words; null when it is none for whole words alone. */
export function asPrefixes({ terms }: Pick<SpanSearched, 'terms'>): string | null {
  return terms.length > 0 && terms.every(({ type }) => type === 'word')
    ? terms.map(({ text }) => `${text}*`).join(' ')
    : null;
}

/** The same search with the words of phrases anywhere in a span; null without a phrase. */
export function withoutPhrases({ terms }: Pick<SpanSearched, 'terms'>): string | null {
  return terms.some(({ type, text }) => type === 'phrase' && text.includes(' '))
    ? terms.map(({ text, type }) => (type === 'prefix' ? `${text}*` : text)).join(' ')
    : null;
}
