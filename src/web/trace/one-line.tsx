import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { plural } from '#web/platform/text/format-number.ts';
import { Popover } from '#web/ui/floating/popover.tsx';

interface LineItem {
  readonly key: string;
  /** null takes no room. */
  readonly node: ReactNode;
}

interface OneLineProps {
  /** Names the line for screen readers. */
  readonly label: string;
  /** Most important first: the last ones give way. */
  readonly items: readonly LineItem[];
  /** Always shown, at the right. */
  readonly end: ReactNode;
}

/** Figures on one line. Those without room move into a popover, so the line never wraps; on a phone the line scrolls sideways instead. */
export function OneLine({ label, items, end }: OneLineProps) {
  const { line, hidden } = useHidden();
  const isHidden = (key: string): boolean => hidden.split(' ').includes(key);
  const moved = items.filter(({ key }) => isHidden(key));
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="nums flex h-44 shrink-0 items-center border-b border-line1 px-12 text-13 whitespace-nowrap [scrollbar-width:none] max-md:overflow-x-auto"
    >
      <div ref={line} className="flex h-full flex-1 overflow-hidden max-md:shrink-0 max-md:overflow-visible md:min-w-0 md:flex-wrap">
        {items.map(({ key, node }) => (
          <span
            key={key}
            data-item={key}
            className={`mr-16 inline-flex h-44 min-w-0 items-center empty:hidden ${isHidden(key) ? 'invisible' : ''}`}
          >
            {node}
          </span>
        ))}
      </div>
      {moved.length > 0 && (
        <Popover
          label={`More of: ${label}`}
          align="end"
          className="nums flex max-w-480 flex-col items-start gap-8 p-12 text-13"
          trigger={
            <button
              type="button"
              aria-label={plural(moved.length, 'more figure')}
              className="mr-12 h-24 shrink-0 rounded-control border border-line2 px-8 text-12 text-text2 hover:bg-bg2 hover:text-text1"
            >
              {moved.length} more
            </button>
          }
        >
          {moved.map(({ key, node }) => (
            <div key={key} className="max-w-full">
              {node}
            </div>
          ))}
        </Popover>
      )}
      {end}
    </div>
  );
}

/** The keys of the items that wrapped onto a second line, out of sight. Measured anew when the line or anything in it changes its size. */
function useHidden() {
  const line = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState('');
  const measure = useCallback(() => {
    const items = [...(line.current?.children ?? [])].filter((item) => item instanceof HTMLElement && item.offsetWidth > 0);
    const topOf = (item: Element | undefined): number => item?.getBoundingClientRect().top ?? 0;
    const top = topOf(items[0]);
    const below = items.filter((item) => topOf(item) > top + 1);
    setHidden(below.map((item) => item.getAttribute('data-item') ?? '').join(' '));
  }, []);
  // After every render: items come and go with the data.
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (line.current !== null) for (const one of [line.current, ...line.current.children]) observer.observe(one);
    return () => observer.disconnect();
  });
  return { line, hidden };
}
