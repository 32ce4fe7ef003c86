import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { PageFrame } from '../../components/page-frame.tsx';
import { useHash } from '../../lib/use-hash.ts';
import { AnnotationSettings } from './annotation-settings.tsx';
import { DisplaySettings } from './display-settings.tsx';
import { RetentionSettings } from './retention-settings.tsx';
import { ServerSettings, StorageSettings } from './server-settings.tsx';

/** What can be chosen for this browser, and what holds for the whole server. */
export function SettingsPage() {
  return (
    <PageFrame title="Settings" crumbs={[{ label: 'Settings' }]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard */}
      <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label="Settings">
        <div className="mx-auto flex max-w-720 flex-col gap-32 px-16 py-24">
          <Section title="Display" note="Kept in this browser.">
            <DisplaySettings />
          </Section>
          <Section title="Addresses" note="Where to send spans.">
            <ServerSettings />
          </Section>
          <Section title="Retention" note="How long traces are kept. What is deleted by a rule is gone for good; a sweep runs every hour.">
            <RetentionSettings />
          </Section>
          <Section
            title="Annotations"
            note="What reviewers are asked: labels with number keys, scores with bounds, or text. Each project chooses."
          >
            <AnnotationSettings />
          </Section>
          <Section title="Storage" note="What this server keeps on its disk.">
            <StorageSettings />
          </Section>
        </div>
      </div>
    </PageFrame>
  );
}

const OF_READER = ['wheel', 'keydown', 'pointerdown'] as const;

/** Brings a part into view when the address names it, and keeps it there while what is above it loads, until the reader does something. */
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

/** A part of the page, with an address of its own. */
function Section({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = title.toLowerCase();
  const part = useRef<HTMLElement>(null);
  useScrolledTo(part, id);
  return (
    <section ref={part} id={id} aria-label={title} className="flex scroll-mt-16 flex-col gap-12">
      <div>
        <h2 className="text-16 font-semibold">
          <Link to="." hash={id} className="hover:underline">
            {title}
          </Link>
        </h2>
        <p className="text-12 text-text2">{note}</p>
      </div>
      {children}
    </section>
  );
}
