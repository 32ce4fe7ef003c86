import { Suspense, useEffect, type ReactNode } from 'react';
import type { Grain } from '#web/filter/language/fields.ts';
import { rememberFilter } from '#web/filter/language/kept-filters.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Popover } from '#web/ui/floating/popover.tsx';

const FilterPanel = lazyPart(async () => ({
  default: (await import('./filter-panel.tsx')).FilterPanel,
}));

interface FilterMenuProps {
  readonly project: string;
  /** The kind of row the filter applies to. */
  readonly of: Grain;
  /** The filter that is applied; empty without one. */
  readonly q: string;
  /** The menu's first section, and the whole menu. */
  readonly name: string;
  readonly title: string;
  /** Kept lists, for those that have them. */
  readonly views?: ReactNode;
  /** The list as a REST call. */
  readonly call: () => string;
  readonly onChoose: (q: string) => void;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** More filter actions: save it, apply a recent one, explain it, copy it for a script. */
export function FilterMenu({
  project,
  of,
  q,
  name,
  title,
  views,
  call,
  onChoose,
  open,
  onOpenChange,
}: FilterMenuProps) {
  useEffect(() => {
    // A filter kept for a while was intentional, and is added to the recent ones.
    const timer = setTimeout(() => rememberFilter(project, of, q), 2000);
    return () => clearTimeout(timer);
  }, [project, of, q]);
  return (
    <Popover
      label="Filter menu"
      align="end"
      className="w-400 p-0"
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button aria-label={title} title={title}>
          {name} <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <Suspense fallback={<div className="h-300" />}>
        <FilterPanel
          project={project}
          of={of}
          q={q}
          views={views}
          call={call}
          onChoose={(text) => {
            onOpenChange(false);
            onChoose(text);
          }}
        />
      </Suspense>
    </Popover>
  );
}
