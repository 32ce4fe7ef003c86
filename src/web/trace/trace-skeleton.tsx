const ROWS = 22;
/** How deep, and where in time, the rows of a trace that is not there yet may lie. */
const DEPTHS = [0, 1, 1, 2, 3, 2, 3, 1, 2, 2] as const;

/** A trace's summary, tree with bars, and span in their final places, while it is read; shows only when the wait is long enough to notice. */
export function TraceSkeletonView() {
  return (
    <div aria-hidden="true" className="pointer-events-none flex min-h-0 flex-1 flex-col overflow-hidden">
      <div className="flex h-44 shrink-0 items-center gap-24 border-b border-line1 px-12">
        {[90, 70, 120, 70].map((width, at) => (
          <div key={at} className="skeleton h-12" style={{ width }} />
        ))}
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 border-r border-line1 max-[899px]:flex-1 min-[900px]:w-[58%]">
          <div className="flex h-40 items-center gap-16 border-b border-line1 px-12">
            <div className="skeleton h-24 w-180" />
            <div className="skeleton h-12 w-64" />
          </div>
          <div className="h-52 border-b border-line1" />
          {Array.from({ length: ROWS }, (_, row) => (
            <div key={row} className="flex h-26 items-center">
              <div className="w-330 shrink-0 max-[899px]:w-140">
                <div
                  className="skeleton h-10"
                  style={{ marginLeft: 16 + 16 * (DEPTHS[row % DEPTHS.length] ?? 0), width: 90 + ((row * 37) % 70) }}
                />
              </div>
              <div className="min-w-0 flex-1">
                <div className="skeleton h-10" style={{ marginLeft: `${(row * 4) % 70}%`, width: `${8 + ((row * 13) % 20)}%` }} />
              </div>
            </div>
          ))}
        </div>
        <div className="flex flex-1 flex-col gap-16 p-12 max-[899px]:hidden">
          <div className="skeleton h-20 w-180" />
          <div className="skeleton h-52 w-full" />
          <div className="skeleton h-100 w-full" />
        </div>
      </div>
    </div>
  );
}
