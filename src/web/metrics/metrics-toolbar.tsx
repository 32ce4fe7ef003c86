import { AttributeItems } from '#web/filter/attribute-items.tsx';
import { FilterBar } from '#web/filter/bar/filter-bar.tsx';
import { rescoped } from '#web/filter/language/rescope.ts';
import { grainOf } from '#web/lists/list-filter.ts';
import { ScopeSwitch } from '#web/lists/scope-switch.tsx';
import type { Scope } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { Icon } from '#web/ui/icon.tsx';
import {
  BREAKDOWNS,
  BREAKDOWN_WORDS,
  breakdownByAttribute,
  breakdownLabel,
  type MetricsSearch,
} from './metrics-search.ts';

interface MetricsToolbarProps {
  readonly project: string;
  readonly search: MetricsSearch;
  readonly range: RangeText;
  readonly onChange: (changes: Changes<MetricsSearch>, replace?: boolean) => void;
}

/** Chooses what is measured, by what it is grouped, and what it is compared with. */
export function MetricsToolbar({ project, search, range, onChange: change }: MetricsToolbarProps) {
  const { scope = 'traces', split: by } = search;
  const switchTo = (next: Scope): void => {
    const to = next === 'traces' ? 'traces' : 'spans';
    const q = rescoped(search.q ?? '', grainOf(search), to);
    change({ scope: next === 'traces' ? undefined : next, q: q === '' ? undefined : q });
  };
  return (
    <div className="flex shrink-0 items-center gap-12 border-b border-line1 px-12 py-6 max-md:flex-col max-md:items-stretch">
      <ScopeSwitch label="Measure" scope={scope} onScope={switchTo} />
      <FilterBar
        project={project}
        range={range}
        of={grainOf(search)}
        value={search.q ?? ''}
        onApply={(text, options) => change({ q: text === '' ? undefined : text }, options?.replace)}
      />
      <BreakdownMenu
        project={project}
        of={grainOf(search)}
        by={by}
        onBy={(next) => change({ split: next })}
      />
      <CompareButton
        isOn={search.compare === true}
        isAllTime={range === 'all'}
        onChange={(isOn) => change({ compare: isOn ? true : undefined }, true)}
      />
    </div>
  );
}

interface BreakdownMenuProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly by: string | undefined;
  readonly onBy: (by: string | undefined) => void;
}

/** Chooses what the charts are grouped by: a field, or any attribute. */
function BreakdownMenu({ project, of, by, onBy }: BreakdownMenuProps) {
  const label = by === undefined ? 'Group by' : `Grouped by ${breakdownLabel(by)}`;
  return (
    <Menu
      align="end"
      trigger={
        <Button aria-label={label} className="max-md:self-start">
          <span className="clip max-w-160">
            {by === undefined ? label : `By ${breakdownLabel(by)}`}
          </span>{' '}
          <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuItem checked={by === undefined} onSelect={() => onBy(undefined)}>
        No groups
      </MenuItem>
      {BREAKDOWNS.map((one) => (
        <MenuItem key={one} checked={by === one} onSelect={() => onBy(one)}>
          {BREAKDOWN_WORDS[one]}
        </MenuItem>
      ))}
      <AttributeItems
        project={project}
        of={of}
        asChoice={breakdownByAttribute}
        chosen={by}
        onChoose={onBy}
      />
    </Menu>
  );
}

interface CompareButtonProps {
  readonly isOn: boolean;
  /** All time has nothing before it. */
  readonly isAllTime: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Shows the charts beside the time of the same length before. */
function CompareButton({ isOn, isAllTime, onChange }: CompareButtonProps) {
  return (
    <Button
      aria-pressed={isOn && !isAllTime}
      disabled={isAllTime}
      title={isAllTime ? 'All time has no previous period' : undefined}
      className={`max-md:self-start ${isOn && !isAllTime ? 'border-focus!' : ''}`}
      onClick={() => onChange(!isOn)}
    >
      {isOn && !isAllTime && <Icon name="check" size={13} />} Compare with previous period
    </Button>
  );
}
