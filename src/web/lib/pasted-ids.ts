/** As long as an id may be. */
const ID_CHARS_MAX = 512;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The id of a trace or of a span, nothing else of that alphabet beside it. */
const TRACE_ID = /(?<![0-9a-z])(?:0x)?([0-9a-f]{32})(?![0-9a-z])/i;
const SPAN_ID = /(?<![0-9a-z])(?:0x)?([0-9a-f]{16})(?![0-9a-z])/i;

/**
 * The ids that a pasted text may mean: itself, without the quotes and commas of where it was copied, and the id of a trace or a span in it, as in a
 * line of a log, a `traceparent`, an address, or with the dashes of a UUID.
 */
export function pastedIds(text: string): readonly string[] {
  const bare = text.trim().replace(/^["'`([{<]+|(?<!["'`)\]}>,;.])["'`)\]}>,;.]+$/g, '');
  const within = UUID.test(bare) ? bare.replaceAll('-', '') : (TRACE_ID.exec(bare)?.[1] ?? SPAN_ID.exec(bare)?.[1]);
  return [...new Set([bare, within ?? bare])].filter((id) => id !== '' && id.length <= ID_CHARS_MAX);
}
