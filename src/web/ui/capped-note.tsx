import { exactCount } from '#web/platform/text/format-number.ts';

/** A note at the end of an incomplete list, so that unlisted rows don't seem missing. */
export function CappedNote({ shown, max, what }: { shown: number; max: number; what: string }) {
  if (shown < max) return null;
  return (
    <p role="status" className="px-12 py-8 text-12 text-text2">
      {exactCount(shown)} {what} are listed, and no more are read. Use the REST API to read all of
      them.
    </p>
  );
}
