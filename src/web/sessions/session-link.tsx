import { Link } from '@tanstack/react-router';
import type { SessionRow } from '#web/platform/http/model.ts';
import { EndedText } from './ended-text.tsx';
import { sessionKey } from '#web/platform/address/address-ids.ts';
import { shownText } from '#web/platform/text/shown-name.ts';

/** A session's own page; the link lies over its whole row. Without a text it is the id, of which start and end are seen. */
export function SessionLink({ project, row, text }: { project: string; row: SessionRow; text?: string }) {
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
