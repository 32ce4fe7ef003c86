import { Suspense, useState } from 'react';
import { useKeys } from '#web/platform/keys/keys.ts';
import { isoWithZone } from '#web/platform/time/format-time.ts';
import {
  RANGE_PRESETS,
  labelOfRange,
  windowOfRange,
  type RangeText,
} from '#web/platform/time/time-range.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Popover } from '#web/ui/floating/popover.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const RangeForm = lazyPart(async () => ({ default: (await import('./range-form.tsx')).RangeForm }));

/** As much of a range's name as the bar of a phone has room for: whole days. */
const NARROW_CHARS = 15;

/**
 * The time range of the page, in its top bar. `t` opens it: type a range, take a preset, or choose
 * days.
 */
export function RangePicker({
  range,
  onChange,
}: {
  range: RangeText;
  onChange: (range: RangeText) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  useKeys({ t: { what: 'Time range', run: () => setOpen(true) } });
  const label = labelOfRange(range, Date.now());
  const choose = (text: RangeText): void => {
    setOpen(false);
    onChange(text);
  };
  return (
    <Popover
      label="Time range"
      align="end"
      className="flex w-520 p-0 max-md:w-auto max-md:flex-col"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button title={exactly(range)}>
          <Icon name="clock" size={14} />
          <span className="sr-only">Time range:</span>
          <span className="max-md:hidden">{label}</span>
          <span className="md:hidden">
            {!range.includes('~') ? range : label.length <= NARROW_CHARS ? label : 'Range'}
          </span>
          <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <div className="flex w-180 flex-col border-line1 p-4 max-md:grid max-md:w-full max-md:grid-cols-2 max-md:border-b md:order-2 md:border-l">
        {RANGE_PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            data-first-focus={preset.name === range ? '' : undefined}
            aria-pressed={preset.name === range}
            onClick={() => choose(preset.name)}
            className={`flex h-28 items-center justify-between rounded-chip px-8 text-12 hover:bg-bg3 max-md:h-44 ${preset.name === range ? 'text-link' : ''}`}
          >
            {preset.label} <span className="text-text3">{preset.name}</span>
          </button>
        ))}
      </div>
      <Suspense fallback={<div className="min-h-300 flex-1" />}>
        <RangeForm range={range} onChoose={choose} />
      </Suspense>
    </Popover>
  );
}

/** The range's exact times, on hover. */
function exactly(range: RangeText): string | undefined {
  const window = range.includes('~') ? windowOfRange(range, Date.now()) : null;
  return window === null
    ? undefined
    : `${isoWithZone(window.startMs)} to ${isoWithZone(window.endMs)}`;
}
