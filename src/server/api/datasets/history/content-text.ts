import type { RowContent } from '#core/dataset/row-content.ts';

/** A page of contents ends early when it weighs this much; one content is always given. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** The content of an example as JSON: its parts go out as they came in, so that numbers keep all their digits. */
export function contentText(content: RowContent | null): string {
  return content === null ? 'null' : `{"input":${content.input},"output":${content.output},"metadata":${content.metadata}}`;
}
