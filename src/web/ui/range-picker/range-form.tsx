import { useState } from 'react';
import { formatClockSeconds } from '#web/platform/time/format-time.ts';
import { usePreferences } from '#web/platform/storage/preferences.ts';
import { readRange } from '#web/platform/time/read-range.ts';
import { isRelativeRange, rangeOfWindow, windowOfRange, type RangeText, type TimeWindow } from '#web/platform/time/time-range.ts';
import { dayStart } from '#web/platform/time/wall-time.ts';
import { Button } from '#web/ui/button.tsx';
import { MonthGrid } from './month-grid.tsx';

/** A range by typing it, or by two days of a calendar. */
export function RangeForm({ range, onChoose }: { range: RangeText; onChoose: (range: RangeText) => void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  /** The day chosen first, and the one that may become the last. */
  const [days, setDays] = useState<readonly [first: number, last: number] | null>(null);
  const { zone } = usePreferences();
  const nowMs = Date.now();
  const read = readRange(typed, nowMs);
  const endsNow = days === null && isRelativeRange(read ?? range);
  const window = days === null ? windowOfRange(read ?? range, nowMs) : windowOfDays(days);
  const chooseDay = (ms: number): void => {
    if (days === null) setDays([ms, ms]);
    else onChoose(rangeOfWindow(windowOfDays([days[0], ms])));
  };
  return (
    <div className="flex flex-1 flex-col gap-10 p-12">
      <form
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (read === null) setWrong(true);
          else onChoose(read);
        }}
      >
        <label className="flex flex-col gap-4 text-11 text-text3">
          Type a range
          <input
            value={typed}
            placeholder="2h, yesterday, 2026-11-18 14:00 to now"
            spellCheck={false}
            autoComplete="off"
            aria-invalid={isWrong}
            aria-describedby="range-note"
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
              setDays(null);
            }}
            className="mono h-30 w-full rounded-control border border-line3 bg-bg1 px-8 text-text1"
          />
        </label>
        <p id="range-note" aria-live="polite" className={`nums min-h-32 text-11 ${isWrong ? 'tone-error text-tone' : 'text-text3'}`}>
          {isWrong ? problemOf(typed) : meaningOf(window, endsNow, zone === 'utc')}
        </p>
        <Button type="submit" look="accent" className="justify-center" disabled={typed.trim() === ''}>
          Show this range
        </Button>
      </form>
      <MonthGrid window={window} onChoose={chooseDay} onPoint={days === null ? null : (ms) => setDays([days[0], ms])} />
      <p className="text-11 text-text3" aria-live="polite">
        {days === null ? 'Choose the first day.' : 'Choose the last day, or click the same day again for one day.'}
      </p>
    </div>
  );
}

function problemOf(typed: string): string {
  return `'${typed.trim().slice(0, 40)}' is not a time range. Examples: 2h, last 15 m, yesterday, a date, or two times separated by “to”.`;
}

function meaningOf(window: TimeWindow | null, endsNow: boolean, isUtc: boolean): string {
  if (window === null || window.startMs === 0) return 'From the first span to now.';
  const end = endsNow ? 'now' : formatClockSeconds(window.endMs);
  return `${formatClockSeconds(window.startMs)} to ${end}, ${isUtc ? 'UTC' : 'your time'}`;
}

function windowOfDays([one, other]: readonly [number, number]): TimeWindow {
  return { startMs: Math.min(one, other), endMs: dayStart(Math.max(one, other), 1) };
}
