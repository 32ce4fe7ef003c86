import type { ReactNode } from 'react';
import { TextBlock } from './text-block.tsx';

/** A titled piece of a span. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6">
      <h3 className="text-11 font-medium text-text3">{title}</h3>
      {children}
    </section>
  );
}

/** A titled text; nothing without one. `label` is its attribute's key. */
export function TextPart({ title, text, label }: { title: string; text: string | null; label: string }) {
  if (text === null) return null;
  return (
    <Part title={title}>
      <TextBlock text={text} label={label} />
    </Part>
  );
}
