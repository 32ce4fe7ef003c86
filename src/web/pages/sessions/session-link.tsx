import { Link } from '@tanstack/react-router';
import type { SessionRow } from '../../api/model.ts';
import { shownText } from '../../lib/shown-name.ts';

/** A session's own page; the link lies over its whole row. */
export function SessionLink({ project, row, text = row.session_id }: { project: string; row: SessionRow; text?: string }) {
  return (
    <Link to="/projects/$project/sessions/$session" params={{ project, session: row.id }} className="after:absolute after:inset-0">
      {shownText(text)}
    </Link>
  );
}
