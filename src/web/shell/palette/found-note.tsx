import type { SpanSearched } from '#contracts/search/span-search.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { projectsText, termsText } from '#web/search/searched-text.ts';
import { whyNotSearched } from '#web/search/span-search.calls.ts';
import type { Found } from '#web/search/use-found.ts';

export interface FoundChoices {
  /** Without searches elsewhere, which are always there. */
  readonly count: number;
  /** Whether names and ids are still looked up. */
  readonly isLooking: boolean;
  /** Why ids could not be looked up. */
  readonly lookupError: Error | null;
  /** The search of content; null for a text that is not searched for. */
  readonly content: Found | null;
}

/** What is going on below the choices, what failed, or why there are none. */
export function FoundNote({ typed, ...found }: FoundChoices & { readonly typed: string }) {
  const text = activityText(found) ?? troubleText(found);
  const isQuiet = text === null && found.count > 0;
  return (
    <p
      role="status"
      className={isQuiet ? 'sr-only' : 'verbatim px-16 pt-4 pb-10 text-12 text-text2'}
    >
      {text ?? (isQuiet ? `${found.count} found` : nothingText(typed.trim(), found))}
    </p>
  );
}

function activityText({ content }: FoundChoices): string | null {
  if (content?.isSearching !== true) return null;
  const backTo = content.searched?.back_to ?? null;
  return `Searching span content${backTo === null ? '' : `, back to ${formatWhen(backTo, Date.now())}`} …`;
}

function troubleText({ lookupError, content }: FoundChoices): string | null {
  const searchError = content?.error ?? null;
  const texts = [
    ...(lookupError === null ? [] : [`IDs could not be looked up: ${lookupError.message}`]),
    ...(searchError === null ? [] : [`The search of span content failed: ${searchError.message}`]),
  ];
  return texts.length === 0 ? null : texts.join(' ');
}

function nothingText(typed: string, { isLooking, content }: FoundChoices): string {
  if (isLooking) return 'Looking …';
  const searched: SpanSearched | null = content?.searched ?? null;
  if (searched !== null)
    return `No results. Names and IDs were searched, and span content of ${projectsText(searched)}, at all times, for ${termsText(searched)}.`;
  return ['No results. Names and IDs were searched.', whyNotSearched(typed) ?? ''].join(' ').trim();
}
