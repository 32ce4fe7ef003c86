/** New rows that wait above what is being read; over the heads, so that it covers no row. */
export function WaitingPill({ label, onClick }: { label: string | null; onClick: () => void }) {
  if (label === null) return null;
  return (
    <button
      type="button"
      onClick={onClick}
      className="slide-in absolute top-3 left-1/2 z-20 -translate-x-1/2 rounded-popover bg-accent px-12 py-4 text-12 font-medium text-white shadow-popover hover:bg-accent-hover"
    >
      {label}
    </button>
  );
}
