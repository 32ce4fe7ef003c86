import { decodeGlobalId } from '#contracts/wire/ids.ts';

/** As long as an id may be. */
const ID_CHARS_MAX = 512;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The id of a trace or of a span, nothing else of that alphabet beside it. */
const TRACE_ID = /(?<![0-9a-z])(?:0x)?([0-9a-f]{32})(?![0-9a-z])/i;
const SPAN_ID = /(?<![0-9a-z])(?:0x)?([0-9a-f]{16})(?![0-9a-z])/i;
/** Each of several traces. */
const TRACE_IDS = /(?<![0-9a-z])(?:0x)?([0-9a-f]{32})(?![0-9a-z])/gi;

/**
 * The ids that a pasted text may mean: itself, without the quotes and commas of where it was
 * copied, and the id of a trace or a span in it, as in a line of a log, a `traceparent`, an
 * address, or with the dashes of a UUID.
 */
export function pastedIds(text: string): readonly string[] {
  const bare = text.trim().replace(/^["'`([{<]+|(?<!["'`)\]}>,;.])["'`)\]}>,;.]+$/g, '');
  const within = UUID.test(bare)
    ? bare.replaceAll('-', '')
    : (TRACE_ID.exec(bare)?.[1] ?? SPAN_ID.exec(bare)?.[1]);
  return [...new Set([bare, within ?? bare])].filter(
    (id) => id !== '' && id.length <= ID_CHARS_MAX,
  );
}

/** Traces that are named by what is pasted in one go. */
const PASTED_MAX = 5;
/** A condition may be about an id without being one. */
const CONDITION = /[=!]=|[<>]|(?:^|\s)(?:and|or|not|in|is)(?:\s|$)/;

/**
 * The ids of traces, or of spans in them, that a text plainly is or holds, such as a link, a line
 * of a log or a `traceparent`; none for what may as well be words to search for, or a condition.
 */
export function pastedTraceIds(text: string): readonly string[] {
  const bare = text.trim();
  const global = pastedIds(bare).filter(isTraceOrSpan);
  if (global.length > 0) return global;
  if (!isLink(bare) && CONDITION.test(bare)) return [];
  const traces = [...bare.matchAll(TRACE_IDS)].flatMap(([, id]) =>
    id === undefined ? [] : [id.toLowerCase()],
  );
  if (traces.length > 0) return [...new Set(traces)].slice(0, PASTED_MAX);
  // A span's, or a trace's with the dashes of a UUID.
  return pastedIds(bare).filter((id) => /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/i.test(id));
}

/** Whether a text is an address, and so nothing to search for. */
export function isLink(text: string): boolean {
  return /^(?:https?:\/\/|\/)\S+$/i.test(text.trim());
}

function isTraceOrSpan(id: string): boolean {
  const type = decodeGlobalId(id)?.type;
  return type === 'Trace' || type === 'Span';
}
