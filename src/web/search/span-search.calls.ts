import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { searchSpans } from '#contracts/search/span-search.routes.ts';
import type { SpanSearchHit, SpanSearchPage } from '#contracts/search/span-search.ts';
import { projectKey, tracePath } from '#web/platform/address/paths.ts';
import { callForLines, cursorParam } from '#web/platform/http/client.ts';
import { linesOf } from '#web/platform/http/json-lines.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { windowOfRange, type RangeText } from '#web/platform/time/time-range.ts';

/** What is searched for, and where. */
export interface SearchAsk {
  readonly text: string;
  /** Names or Global IDs; none for all projects. */
  readonly projects?: readonly string[];
  readonly range?: RangeText;
  readonly limit: number;
}

/** Content is searched for whole words, so that a letter or two are not worth a search. */
const CHARS_MIN = 2;
/** As much as the server takes. */
const CHARS_MAX = 512;
const WORD = /[\p{L}\p{N}]/u;
/** A character of a script without spaces is a word. */
const WORD_OF_ONE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Why a text is not searched for while it is typed; null for one that is. */
export function whyNotSearched(text: string): string | null {
  if (text.length > CHARS_MAX)
    return `Span content is searched for up to ${CHARS_MAX} characters; this text has ${exactCount(text.length)}.`;
  if (!WORD.test(text)) return 'Span content is searched for words: letters or digits.';
  if (text.length < CHARS_MIN && !WORD_OF_ONE.test(text))
    return `Span content is searched for ${CHARS_MIN} characters or more.`;
  return null;
}

/**
 * Spans that hold a text, newest first. Each page grows while the server searches; when no
 * screen wants it any more, the server stops.
 */
export function spanSearchOptions({ text, projects = [], range = 'all', limit }: SearchAsk) {
  const queryKey = ['span-search', text, projects, range, limit];
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ signal, client, pageParam }) => {
      const query = {
        text,
        limit,
        ...(projects.length === 0 ? {} : { project: [...projects] }),
        ...windowParams(range),
        ...cursorParam(pageParam),
      };
      const before = client.getQueryData<InfiniteData<SpanSearchPage, string>>(queryKey);
      let last: SpanSearchPage | undefined;
      for await (const line of linesOf(await callForLines(searchSpans, { query, signal }))) {
        // as: the document gives this shape to each line.
        last = JSON.parse(line) as SpanSearchPage;
        const { pages, pageParams } =
          pageParam === '' || before === undefined ? { pages: [], pageParams: [] } : before;
        client.setQueryData<InfiniteData<SpanSearchPage, string>>(queryKey, {
          pages: [...pages, last],
          pageParams: [...pageParams, pageParam],
        });
      }
      if (last === undefined) throw new Error('The server stopped searching.');
      return last;
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

function windowParams(range: RangeText): { start_time?: string; end_time?: string } {
  const window = range === 'all' ? null : windowOfRange(range, Date.now());
  if (window === null) return {};
  return {
    start_time: new Date(window.startMs).toISOString(),
    end_time: new Date(window.endMs).toISOString(),
  };
}

/** The screen of a span that was found, where the text is marked. */
export function pathOfHit({ project, trace_id, span_id }: SpanSearchHit, text: string): string {
  return tracePath(projectKey(project), trace_id, span_id, text);
}
