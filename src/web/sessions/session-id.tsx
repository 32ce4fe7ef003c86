import type { SessionRow } from '#web/platform/http/model.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { SessionLink } from './session-link.tsx';

/** The id, which leads to the session; under the pointer, or with the focus in the row, a button copies it. */
export function SessionId({ project, row }: { project: string; row: SessionRow }) {
  return (
    <span className="flex items-center">
      <SessionLink project={project} row={row} />
      <span className="invisible z-1 pl-4 group-focus-within:visible group-hover:visible">
        <CopyButton text={row.session_id} label={`Copy ${row.session_id}`} quiet />
      </span>
    </span>
  );
}
