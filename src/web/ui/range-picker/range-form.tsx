import { useState, useEffect, useRef, type KeyboardEvent } from 'react';
import { formatClockSeconds } from '#web/platform/time/format-time.ts';
import { usePreferences } from '#web/platform/storage/preferences.ts';
import { readRange } from '#web/platform/time/read-range.ts';
import {
  isRelativeRange,
  rangeOfWindow,
  windowOfRange,
  type RangeText,
  type TimeWindow,
} from '#web/platform/time/time-range.ts';
import { dayStart, msOfWall, wallTime, type WallTime } from '#web/platform/time/wall-time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';

/** A range by typing it, or by two days of a calendar. */
export function RangeForm({
  range,
  onChoose,
}: {
  range: RangeText;
  onChoose: (range: RangeText) => void;
}) {
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
        <p
          id="range-note"
          aria-live="polite"
          className={`nums min-h-32 text-11 ${isWrong ? 'tone-error text-tone' : 'text-text3'}`}
        >
          {isWrong ? problemOf(typed) : meaningOf(window, endsNow, zone === 'utc')}
        </p>
        <Button
          type="submit"
          look="accent"
          className="justify-center"
          disabled={typed.trim() === ''}
        >
          Show this range
        </Button>
      </form>
      <MonthGrid
        window={window}
        onChoose={chooseDay}
        onPoint={days === null ? null : (ms) => setDays([days[0], ms])}
      />
      <DayHint isFirst={days === null} />
    </div>
  );
}

function DayHint({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <p className="text-11 text-text3" aria-live="polite">
      {isFirst
        ? 'Choose the first day.'
        : 'Choose the last day, or click the same day again for one day.'}
    </p>
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

interface MonthGridProps {
  /** The highlighted days: the range, or its preview. */
  readonly window: TimeWindow | null;
  /** With the moment a day begins. */
  readonly onChoose: (dayMs: number) => void;
  /** The pointer or the focus is on a day; null when on none. */
  readonly onPoint: ((dayMs: number) => void) | null;
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
/** Beginning with a Monday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => WEEKDAY.format(Date.UTC(2024, 0, 1 + day)));

/**
 * A month of days, weeks beginning on Monday. Arrows move by day and week, Page Up and Down by
 * month, Enter chooses.
 */
function MonthGrid({ window, onChoose, onPoint }: MonthGridProps) {
  const [active, setActive] = useDay(Math.min(window?.endMs ?? Date.now(), Date.now()));
  const grid = useRef<HTMLTableElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLButtonElement>('[tabindex="0"]')?.focus();
    hasMoved.current = false;
  }, [active]);
  const { year, month, day } = wallTime(active);
  const name = monthName(year, month);
  const turn = (by: number): void => {
    const days = new Date(Date.UTC(year, month + by, 0)).getUTCDate();
    setActive(msOfWall({ year, month: month + by, day: Math.min(day, days) }));
  };
  const choose = (ms: number): void => {
    // Keys go on from it.
    if (wallTime(ms).month === month) setActive(ms);
    onChoose(ms);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => setActive(dayStart(active, -1)),
      ArrowRight: () => setActive(dayStart(active, 1)),
      ArrowUp: () => setActive(dayStart(active, -7)),
      ArrowDown: () => setActive(dayStart(active, 7)),
      PageUp: () => turn(-1),
      PageDown: () => turn(1),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    hasMoved.current = true;
    step();
  };
  return (
    <div>
      <MonthHead name={name} onTurn={turn} />
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of days is a table with a cursor
        role="grid"
        aria-label={name}
        onKeyDown={onKeyDown}
        className="nums w-full table-fixed text-12"
      >
        <WeekdayHead />
        <tbody>
          {weeksOf(year, month).map((week) => (
            <tr key={week[0]}>
              {week.map((ms) => (
                <td key={ms} className="p-0 text-center">
                  <Day
                    ms={ms}
                    month={month}
                    isActive={ms === active}
                    isChosen={isWithin(ms, window)}
                    onChoose={choose}
                    onPoint={onPoint}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WeekdayHead() {
  return (
    <thead>
      <tr className="text-11 text-text3">
        {WEEKDAYS.map((weekday) => (
          <th key={weekday} scope="col" abbr={weekday} className="h-22 font-normal">
            {weekday.slice(0, 2)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function MonthHead({ name, onTurn }: { name: string; onTurn: (by: number) => void }) {
  return (
    <div className="flex items-center justify-between pb-4">
      <IconButton icon="chevronLeft" label="Month before" onClick={() => onTurn(-1)} />
      <span className="text-12 font-medium" aria-live="polite">
        {name}
      </span>
      <IconButton icon="chevronRight" label="Month after" onClick={() => onTurn(1)} />
    </div>
  );
}

/**
 * A day by the moment it begins. The zone may change while the calendar is open: days begin at
 * other moments then.
 */
function useDay(firstMs: number): readonly [number, (ms: number) => void] {
  const [moment, setMoment] = useState(firstMs);
  usePreferences();
  return [dayStart(moment, 0), setMoment];
}

interface DayProps {
  readonly ms: number;
  readonly month: number;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onChoose: MonthGridProps['onChoose'];
  readonly onPoint: MonthGridProps['onPoint'];
}

function Day({ ms, month, isActive, isChosen, onChoose, onPoint }: DayProps) {
  const wall = wallTime(ms);
  const isToday = ms === dayStart(Date.now(), 0);
  return (
    <button
      type="button"
      tabIndex={isActive ? 0 : -1}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      aria-label={dayName(wall)}
      onClick={() => onChoose(ms)}
      onPointerEnter={() => onPoint?.(ms)}
      onFocus={() => onPoint?.(ms)}
      className={`h-26 w-full rounded-chip hover:bg-bg3 max-md:h-36 pointer-coarse:h-44 ${isChosen ? 'bg-sel text-text1' : wall.month === month ? 'text-text1' : 'text-text3'} ${isToday ? 'font-semibold text-link' : ''}`}
    >
      {wall.day}
    </button>
  );
}

function monthName(year: number, month: number): string {
  return MONTH.format(Date.UTC(year, month - 1));
}

function dayName({ year, month, day }: WallTime): string {
  return DAY.format(Date.UTC(year, month - 1, day));
}

function isWithin(ms: number, window: TimeWindow | null): boolean {
  return (
    window !== null && window.startMs > 0 && dayStart(ms, 1) > window.startMs && ms < window.endMs
  );
}

/** The days of six weeks that hold a month, each by the moment it begins. */
function weeksOf(year: number, month: number): number[][] {
  const weekday = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, day) =>
      msOfWall({ year, month, day: 1 - weekday + week * 7 + day }),
    ),
  );
}
