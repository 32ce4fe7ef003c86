/** Name, timeline, cost. */
export const WATERFALL_GRID = 'grid grid-cols-[minmax(200px,38%)_minmax(0,1fr)_84px]';
