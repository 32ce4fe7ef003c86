import { expect, it } from 'vitest';
import type { Reread } from '#contracts/rereads/reread.ts';
import { rereadProgress, rereadResult, rereadTitle } from './reread-text.ts';

const REREAD: Reread = {
  id: 'Sm9iOjE=',
  state: 'done',
  dry_run: true,
  is_automatic: false,
  what: 'all',
  project_id: null,
  start_time: null,
  end_time: null,
  rows_done: 12_000,
  rows_total: 48_000,
  spans_read: 12_000,
  spans_changed: 4_210,
  spans_unreadable: 0,
  traces_moved: 0,
  cost_usd_before: 16.7,
  cost_usd_after: 14.2,
  waiting: null,
  error: null,
  created_at: '2026-11-25T00:00:00+00:00',
  finished_at: null,
};

it.each([
  [{}, '4,210 spans would change; cost $16.70 → $14.20'],
  [
    { dry_run: false, spans_changed: 1, traces_moved: 2 },
    '1 span changed; 2 traces got another session; cost $16.70 → $14.20',
  ],
  [
    { spans_changed: 0, cost_usd_after: 16.7, spans_unreadable: 3 },
    "No changes among 12,000 spans; cost $16.70; 3 spans can't be read",
  ],
])('says what came of %j', (more, text) => expect(rereadResult({ ...REREAD, ...more })).toBe(text));

it('says what it is and how far', () => {
  expect(rereadTitle({ ...REREAD, state: 'running' })).toBe('Preview running');
  expect(rereadTitle({ ...REREAD, dry_run: false, is_automatic: true, state: 'stopped' })).toBe(
    'Reread after the upgrade stopped',
  );
  expect(rereadProgress(REREAD)).toBe('12,000 of 48,000 spans');
  expect(rereadProgress({ ...REREAD, rows_total: null })).toBe('Counting spans…');
});
