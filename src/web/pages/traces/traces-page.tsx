import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useLive } from '../../api/live.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { ProjectSwitcher } from '../../components/project-switcher.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { EmptyNote, SkeletonRows } from '../../components/states.tsx';
import { RowsTable } from '../../components/rows-table.tsx';
import { useKeys } from '../../lib/keys.ts';
import { projectsPath } from '../../lib/paths.ts';
import type { ListSearch } from '../../lib/search-params.ts';
import { RANGE_DEFAULT, isRelativeRange } from '../../lib/time-range.ts';
import { EmptyRows } from './empty-rows.tsx';
import { FacetPanel } from './facet-panel.tsx';
import { ListNotice } from './list-notice.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { LiveButton } from './live-button.tsx';
import { SeriesStrip } from './series-strip.tsx';
import { useRows } from './use-rows.ts';

export function TracesPage() {
  const { project } = useParams({ from: '/projects/$project/traces' });
  const search = useSearch({ from: '/projects/$project/traces' });
  const address = useRouterState({ select: (state) => state.location.href });
  const navigate = useNavigate({ from: '/projects/$project/traces' });
  const range = search.range ?? RANGE_DEFAULT;
  const change = (changes: { [Key in keyof ListSearch]?: ListSearch[Key] | undefined }): void => {
    void navigate({ search: (before) => definedOnly({ ...before, ...changes }) });
  };
  const [live, setLive] = useState(true);
  const rows = useRows(project, range, search);
  const following = live && isRelativeRange(range);
  const liveState = useLive(project, following, rows.onCommit);
  useKeys({ l: { what: 'Live on or off', run: () => setLive(!live) }, Escape: () => void navigate({ to: projectsPath }) });
  const sort = {
    by: search.sort ?? 'started',
    set: (by: string) =>
      change({
        sort: by === 'latency' ? (search.sort === 'latency' ? undefined : 'latency') : search.sort === undefined ? 'oldest' : undefined,
      }),
  };
  return (
    <PageFrame
      title={`Traces · ${project}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: project }]}
      beside={<ProjectSwitcher current={project} />}
      actions={
        <>
          <LiveButton on={following} state={liveState} onToggle={() => setLive(!live)} />
          <RangePicker range={range} onChange={(next) => change({ range: next === RANGE_DEFAULT ? undefined : next })} />
        </>
      }
    >
      <ListToolbar project={project} search={search} onChange={change} />
      {rows.error !== null && <ListNotice error={rows.error} filtered={search.q !== undefined} onRetry={rows.retry} />}
      <SeriesStrip project={project} range={range} generation={rows.generation} onZoom={(next) => change({ range: next })} />
      <div className="flex min-h-0 flex-1">
        <FacetPanel project={project} range={range} search={search} generation={rows.generation} onChange={change} />
        <div className="relative flex min-w-0 flex-1 flex-col">
          {rows.waiting !== null && (
            <button
              type="button"
              onClick={rows.showNewest}
              className="slide-in absolute top-38 left-1/2 z-20 -translate-x-1/2 rounded-popover bg-accent px-12 py-4 text-12 font-medium text-white shadow-popover hover:bg-accent-hover"
            >
              {rows.waiting}
            </button>
          )}
          {rows.pending && <SkeletonRows rows={24} height={30} />}
          {rows.rows.length > 0 && (
            <RowsTable
              key={`${project} ${search.scope ?? ''}`}
              label={search.scope === undefined ? 'Traces' : 'Spans'}
              rows={rows.rows}
              address={address}
              dimmed={rows.stale}
              sort={sort}
              topSignal={rows.topSignal}
              onNearEnd={rows.more}
              onAtTop={rows.setAtTop}
            />
          )}
          {rows.error !== null && rows.rows.length === 0 && <EmptyNote title="Nothing was read" />}
          {!rows.pending && rows.error === null && rows.rows.length === 0 && <EmptyRows search={search} range={range} onChange={change} />}
        </div>
      </div>
    </PageFrame>
  );
}

function definedOnly(search: { [Key in keyof ListSearch]?: ListSearch[Key] | undefined }): ListSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0)),
  );
}
