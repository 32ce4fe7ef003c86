import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionParams } from './sessions.calls.ts';
import { sessionsOfView, viewOfSessions } from '#web/lists/views/views.calls.ts';
import { FilterMenu } from '#web/filter/menu/filter-menu.tsx';
import { restCall } from '#web/filter/menu/rest-call.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import type { SessionListSearch } from '#web/lists/search-params.ts';
import { presentParts } from '#web/platform/address/search-schema.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import type { ChangeSessions } from './session-toolbar.tsx';

const SavedViews = lazyPart(async () => ({ default: (await import('#web/lists/views/saved-views.tsx')).SavedViews }));

interface SessionFilterMenuProps {
  readonly project: string;
  readonly search: SessionListSearch;
  readonly onChange: ChangeSessions;
}

/** The menu of the filter of sessions, with the project's views of them. */
export function SessionFilterMenu({ project, search, onChange }: SessionFilterMenuProps) {
  const { range = RANGE_DEFAULT, q = '', sort = 'end_time', order = 'desc', annotation = null } = search;
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
  return (
    <FilterMenu
      project={project}
      of="sessions"
      q={q}
      name="Views"
      title="Views, history, explain, copy"
      views={
        <SavedViews
          project={project}
          listed={viewOfSessions(search)}
          onOpen={(view) => {
            setOpen(false);
            onChange(sessionsOfView(view), { replace: false });
          }}
          hrefOf={(view) => {
            const of = presentParts<SessionListSearch>({ range: search.range, ...sessionsOfView(view) });
            return router.buildLocation({ to: '/projects/$project/sessions', params: { project }, search: of }).publicHref;
          }}
        />
      }
      call={() => restCall(project, 'session_rows', sessionParams({ range, text: q, sort, order, annotation }))}
      onChoose={(text) => onChange({ q: text }, { replace: false })}
      open={isOpen}
      onOpenChange={setOpen}
    />
  );
}
