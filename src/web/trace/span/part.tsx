import type { ReactNode } from 'react';
import { TextBlock } from '#web/trace/text-block.tsx';

/** A titled piece of a span. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6">
      <h3 className="text-11 font-medium text-text3">{title}</h3>
      {children}
    </section>
  );
}

interface TextPartProps {
  readonly title: string;
  readonly text: string | null;
  /** Key of its attribute. */
  readonly label: string;
  readonly look?: 'value' | 'content';
}

/** A titled text; nothing without one. */
export function TextPart({ title, text, label, look = 'value' }: TextPartProps) {
  if (text === null) return null;
  return (
    <Part title={title}>
      <TextBlock text={text} label={label} look={look} />
    </Part>
  );
}
