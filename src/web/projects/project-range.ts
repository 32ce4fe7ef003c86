import { useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keep, readKept } from '#web/platform/storage/stored-setting.ts';
import { RANGE_DEFAULT, type RangeText } from '#web/platform/time/time-range.ts';

const KEPT_RANGE = 'telltale.range.';
/** The pages of a project that show a range of time. */
const TIMED = /^\/projects\/[^/]+\/(?:traces|sessions|metrics|scores)\/?$/;

/** The part of the address that links between a project's pages keep. */
export interface RangePart {
  readonly range?: RangeText;
}

/**
 * The time that a project is looked at, as part of an address: a range narrowed to an incident is
 * kept from page to page. On pages without a range, such as a trace, it is that of the page before.
 */
export function useProjectRange(project: string | undefined): RangePart {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { range = RANGE_DEFAULT } = useSearch({ strict: false });
  // On the way to a page the path is its own already, and the search still that of the page before
  // it.
  const { project: shown } = useParams({ strict: false });
  const isTimed = project !== undefined && project === shown && TIMED.test(path);
  useEffect(() => {
    if (isTimed) keep(KEPT_RANGE + project, range);
  }, [isTimed, project, range]);
  if (project === undefined) return {};
  const looked = isTimed ? range : (readKept(KEPT_RANGE + project) ?? RANGE_DEFAULT);
  return looked === RANGE_DEFAULT ? {} : { range: looked };
}
