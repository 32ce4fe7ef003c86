import { Link } from '@tanstack/react-router';
import type { SessionRowItem } from '#contracts/sessions/session.ts';
import { sessionKey } from '#web/platform/address/address-ids.ts';
import { shownText } from '#web/platform/text/shown-name.ts';

/** So many characters at the end tell ids apart that begin alike. */
const TAIL_CHARS = 6;

/**
 * A text on one line whose end is always seen: where there is no room for all of it, its middle is
 * left out.
 */
function EndedText({ text }: { text: string }) {
  const line = text.replaceAll(/\s+/g, ' ');
  const at = tailStart(line);
  return (
    <span className="flex min-w-0">
      {/* Each part keeps the blank it begins or ends with. */}
      <span className="clip whitespace-pre">{line.slice(0, at)}</span>
      <span className="shrink-0 whitespace-pre">{line.slice(at)}</span>
    </span>
  );
}

/** Never within a character of two halves. */
function tailStart(text: string): number {
  const at = Math.max(0, text.length - TAIL_CHARS);
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}

/**
 * A session's own page; the link lies over its whole row. Without a text it is the id, of which
 * start and end are seen.
 */
export function SessionLink({
  project,
  row,
  text,
}: {
  project: string;
  row: SessionRowItem;
  text?: string;
}) {
  const id = shownText(row.session_id);
  return (
    <Link
      to="/projects/$project/sessions/$session"
      params={{ project, session: sessionKey(row) }}
      className="min-w-0 after:absolute after:inset-0"
      aria-label={text === undefined ? id : undefined}
    >
      {text === undefined ? <EndedText text={id} /> : shownText(text)}
    </Link>
  );
}
