import { lateModule } from '#web/platform/browser/late-module.ts';

/*
 * A list without a filter renders without the filter language, a sixth of the code of the first
 * screen. The language loads on the first interaction, and before any address with a filter is
 * read.
 */
const language = lateModule(async () => (await import('./filter-language.ts')).FILTER_LANGUAGE);

export const { now: filterLanguage, fetch: loadFilterLanguage, use: useFilterLanguage } = language;

/** The parts of an address that are read as a filter, as `lists/search-params.ts` does. */
const FILTERED = /[?&](?:q|status|kind|name|model|user)=/;

/** Fetches it where an address needs it; null where nothing is to be waited for. */
export function languageForAddress(search: string): Promise<void> | null {
  return language.now() === null && FILTERED.test(search) ? language.fetch() : null;
}
