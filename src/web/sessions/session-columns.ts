import type { ReactNode } from 'react';
import type { SessionRowItem } from '#contracts/sessions/session.ts';
import { chipTitle } from '#web/annotations/annotation-chip.tsx';
import {
  compactCount,
  exactCost,
  exactCount,
  formatCost,
} from '#web/platform/text/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { NO_END, durationSoFar } from '#web/platform/time/open-duration.ts';
import type { SessionSort } from '#web/lists/search-params.ts';
import { shownText } from '#web/platform/text/shown-name.ts';

/** Without the p50 where there is little room: so all columns fit beside the sidebar at 1024 px. */
export const SESSION_GRID =
  'grid grid-cols-[26px_minmax(176px,2fr)_minmax(130px,4fr)_minmax(130px,4fr)_52px_96px_104px_80px_68px_64px_92px_56px_minmax(104px,1fr)] max-lg:grid-cols-[26px_minmax(84px,2fr)_minmax(78px,4fr)_minmax(78px,4fr)_46px_64px_104px_72px_58px_86px_50px_minmax(54px,1fr)]';

/** A column of the list of sessions. */
export interface SessionColumn {
  readonly label: string;
  readonly sort?: SessionSort;
  readonly end?: true;
  /** Where there is room for it. */
  readonly isWide?: true;
  readonly cell: (row: SessionRowItem) => ReactNode;
  /** For hover, where the cell has a short form of it. */
  readonly whole?: (row: SessionRowItem) => string;
}

export const SESSION_COLUMNS: readonly SessionColumn[] = [
  { label: 'Session', cell: (row) => row.session_id },
  { label: 'First input', cell: (row) => shownText(row.first_input ?? '') },
  { label: 'Last output', cell: (row) => shownText(row.last_output ?? '') },
  { label: 'Turns', sort: 'trace_count', end: true, cell: (row) => exactCount(row.trace_count) },
  { label: 'User', cell: (row) => shownText(row.user_id ?? '') },
  {
    label: 'Last activity',
    sort: 'end_time',
    cell: (row) => formatWhen(row.end_time, Date.now()),
    whole: (row) => isoWithZone(Date.parse(row.end_time)),
  },
  {
    label: 'Duration',
    sort: 'duration_ms',
    end: true,
    cell: (row) => durationSoFar(row.duration_ms, row.is_open),
    whole: (row) => (row.is_open ? NO_END : formatDuration(row.duration_ms)),
  },
  { label: 'p50', end: true, isWide: true, cell: (row) => formatDuration(row.latency_p50_ms) },
  {
    label: 'Tokens',
    sort: 'token_count',
    end: true,
    cell: (row) => (tokensOf(row) === 0 ? '' : compactCount(tokensOf(row))),
  },
  {
    label: 'Cost',
    sort: 'cost_usd',
    end: true,
    cell: (row) => formatCost(row.cost_usd),
    whole: (row) => exactCost(row.cost_usd),
  },
  {
    label: 'Errors',
    sort: 'error_count',
    end: true,
    cell: (row) => (row.error_trace_count === 0 ? '' : exactCount(row.error_trace_count)),
  },
  {
    label: 'Annotations',
    cell: () => '',
    whole: (row) => row.annotations.map(chipTitle).join('\n'),
  },
];

function tokensOf(row: SessionRowItem): number {
  return row.token_count_prompt + row.token_count_completion;
}
