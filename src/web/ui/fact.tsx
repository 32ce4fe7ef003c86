import type { ReactNode } from 'react';

/** One figure of a summary line, with its label. */
export function Fact({
  label,
  note,
  children,
}: {
  label: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <span className="inline-flex items-baseline gap-6">
      <span className="text-12 text-text3">{label}</span>
      <strong className="font-semibold">{children}</strong>
      {note !== undefined && <span className="text-12 text-text3">{note}</span>}
    </span>
  );
}
