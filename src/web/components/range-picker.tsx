import { Popover } from 'radix-ui';
import { useState } from 'react';
import { RANGE_PRESETS, labelOfRange, rangeOfWindow, windowOfRange } from '../lib/time-range.ts';
import type { RangeText } from '../lib/time-range.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** The time range of the page, in its top bar. */
export function RangePicker({ range, onChange }: { range: RangeText; onChange: (range: RangeText) => void }) {
  const [open, setOpen] = useState(false);
  const choose = (text: RangeText): void => {
    setOpen(false);
    onChange(text);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button>
          <Icon name="clock" size={14} />
          <span className="sr-only">Time range:</span>
          <span className="max-md:hidden">{labelOfRange(range, Date.now())}</span>
          <span className="md:hidden">{range.includes('~') ? 'Range' : range}</span>
          <Icon name="chevronDown" size={12} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 flex w-[min(420px,calc(100vw-16px))] rounded-popover border border-line2 bg-bg2 shadow-popover max-md:flex-col"
        >
          <div className="flex flex-1 flex-col p-4">
            {RANGE_PRESETS.map((preset) => (
              <button
                key={preset.name}
                type="button"
                onClick={() => choose(preset.name)}
                className={`flex h-28 items-center justify-between rounded-chip px-8 text-12 hover:bg-bg3 ${preset.name === range ? 'text-link' : ''}`}
              >
                {preset.label} <span className="text-text3">{preset.name}</span>
              </button>
            ))}
          </div>
          <AbsoluteRange range={range} onChoose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** What a `datetime-local` field holds, in the reader's zone. */
function fieldText(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function AbsoluteRange({ range, onChoose }: { range: RangeText; onChoose: (range: RangeText) => void }) {
  const window = windowOfRange(range, Date.now());
  const [start, setStart] = useState(fieldText(window?.startMs ?? Date.now() - 3_600_000));
  const [end, setEnd] = useState(fieldText(window?.endMs ?? Date.now()));
  const startMs = Date.parse(start);
  const endMs = Date.parse(end);
  const ok = startMs < endMs;
  const field = 'h-30 w-full rounded-control border border-line3 bg-bg1 px-8 text-12';
  return (
    <form
      className="flex flex-1 flex-col gap-8 border-l border-line1 p-12 max-md:border-t max-md:border-l-0"
      onSubmit={(event) => {
        event.preventDefault();
        if (ok) onChoose(rangeOfWindow({ startMs, endMs }));
      }}
    >
      <label className="flex flex-col gap-4 text-11 text-text3">
        From
        <input type="datetime-local" value={start} onChange={(event) => setStart(event.target.value)} className={field} />
      </label>
      <label className="flex flex-col gap-4 text-11 text-text3">
        To
        <input type="datetime-local" value={end} onChange={(event) => setEnd(event.target.value)} className={field} />
      </label>
      {!ok && <p className="tone-error text-11 text-tone">The start must lie before the end.</p>}
      <Button type="submit" look="accent" disabled={!ok} className="justify-center">
        Show this range
      </Button>
    </form>
  );
}
