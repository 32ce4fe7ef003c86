/**
 * New rows that wait above what is being read; over the heads, or where there are none above the
 * rows, so that it covers no row.
 */
export function WaitingPill({ label, onClick }: { label: string | null; onClick: () => void }) {
  if (label === null) return null;
  return (
    <button
      type="button"
      onClick={onClick}
      className="slide-in absolute top-3 left-1/2 z-20 -translate-x-1/2 max-md:static max-md:my-4 max-md:translate-x-0 max-md:self-center rounded-popover bg-accent px-12 py-4 text-12 font-medium text-white shadow-popover hover:bg-accent-hover"
    >
      {label}
    </button>
  );
}
