import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useHash } from '#web/platform/address/use-hash.ts';

const OF_READER = ['wheel', 'keydown', 'pointerdown'] as const;

/**
 * Brings a part into view when the address names it, and keeps it there while what is above it
 * loads, until the reader does something.
 */
function useScrolledTo(part: RefObject<HTMLElement | null>, id: string): void {
  const [hash] = useHash();
  useEffect(() => {
    const element = part.current;
    const whole = element?.parentElement;
    if (hash !== id || element === null || whole === null || whole === undefined) return undefined;
    const observer = new ResizeObserver(() => element.scrollIntoView());
    const stop = (): void => {
      observer.disconnect();
      for (const event of OF_READER) removeEventListener(event, stop);
    };
    observer.observe(whole);
    for (const event of OF_READER) addEventListener(event, stop);
    return stop;
  }, [part, hash, id]);
}

interface SettingsSectionProps {
  readonly title: string;
  readonly note: string;
  /** Beside the title, such as the button that makes a new thing. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a settings page, with its own address. */
export function SettingsSection({ title, note, actions, children }: SettingsSectionProps) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const part = useRef<HTMLElement>(null);
  useScrolledTo(part, id);
  return (
    <section ref={part} id={id} aria-label={title} className="flex scroll-mt-16 flex-col gap-12">
      <div className="flex flex-wrap items-start gap-8">
        <div className="min-w-0 flex-1 basis-240">
          <h2 className="text-16 font-semibold">
            <Link to="." hash={id} className="hover:underline">
              {title}
            </Link>
          </h2>
          <p className="text-12 text-text2">{note}</p>
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A settings page's column; `wide` for tables. */
export function SettingsColumn({
  wide = false,
  children,
}: {
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`flex flex-col gap-32 px-16 py-24 md:px-24 ${wide ? 'max-w-1200' : 'max-w-720'}`}
    >
      {children}
    </div>
  );
}
