/** 16 px line icons, drawn for this page: one weight, no fills. */
const PATHS = {
  projects: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  traces: 'M2 3.5h7M4.5 8h7M7 12.5h7',
  sessions: 'M2.5 3.5h11v7.5H7l-3 2.5V11H2.5z',
  datasets: 'M2.5 6h11v7.500h-11zM2.500 9.500h11M6.500 6v7.500M4 3.500h8',
  experiments:
    'M6 2.500v4L2.800 12a1 1 0 0 0 .900 1.500h8.600a1 1 0 0 0 .900-1.500L10 6.500v-4M5 2.500h6M4.600 9.500h6.800',
  upload: 'M8 10V2.500M4.500 5.500 8 2l3.500 3.500M2.500 13.500h11',
  edit: 'M3 13l.600-2.600L11 3l2 2-7.400 7.400z',
  settings: 'M2 4.5h6M11 4.5h3M9.500 3v3M2 11.5h3M8 11.5h6M6.500 10v3',
  pin: 'M5.500 2.500h5M6.500 2.500v4l-2 2.500h7l-2-2.500v-4M8 9v4.500',
  cards: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11z',
  command: 'M3 5.500 6 8l-3 2.500M8 11h5',
  sidebar: 'M2.5 3h11v10h-11zM6 3v10',
  book: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.01M6.7 6.5h.01M9.3 6.5h.01M12 6.5h.01M5 9.5h6',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  system: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5',
  chevronDown: 'M4.5 6.5 8 10l3.5-3.5',
  chevronLeft: 'M9.5 4.5 6 8l3.5 3.5',
  chevronRight: 'M6.5 4.5 10 8l-3.5 3.5',
  arrowUp: 'M8 13V3M4.5 6.5 8 3l3.5 3.5',
  arrowDown: 'M8 3v10M4.5 9.5 8 13l3.5-3.5',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.6 9.5h6.8L12 4M6.8 6.5v4.5M9.2 6.5v4.5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5 14 14',
  expand: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9 7M2.5 13.5 7 9',
  download: 'M8 2.5v7.5M4.5 7 8 10.500 11.500 7M2.500 13.500h11',
  external: 'M6 3.500H2.500v10h10V10M9 2.500h4.500V7M13.500 2.500 7.500 8.500',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.5V8l2.5 1.5',
  bars: 'M3 13V8.5M8 13V3M13 13V6',
  metrics: 'M2.5 2.5v11h11M5 10.5l2.5-3.5 2.5 2 3.5-5.5',
  grid: 'M2.500 2.500h11v11h-11zM2.500 6.200h11M2.500 9.800h11M6.200 2.500v11M9.800 2.500v11',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  filter: 'M2 3.5h12M4.5 8h7M6.5 12.5h3',
  alert: 'M8 2 1.5 13.5h13zM8 6.5v3.5M8 12h.01',
  agent: 'M8 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M3 13.5c0-2.8 2.2-4.5 5-4.5s5 1.7 5 4.5',
  chain: 'M3 4h10M3 8h10M3 12h6',
  llm: 'M8 1.8 9.6 6.4 14.2 8 9.6 9.6 8 14.2 6.4 9.6 1.8 8l4.6-1.6z',
  tool: 'M13.5 4.5 11 7 9 5l2.5-2.5a3.5 3.5 0 0 0-4.6 4.4L2.5 11.3a1.6 1.6 0 0 0 2.2 2.2l4.4-4.4a3.5 3.5 0 0 0 4.4-4.6z',
  retriever:
    'M8 2c3 0 5 .9 5 2s-2 2-5 2-5-.9-5-2 2-2 5-2M3 4v8c0 1.1 2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2 2 5 2s5-.9 5-2',
  reranker: 'M5 13V3M2.5 5.5 5 3l2.5 2.500M11 3v10M8.5 10.5 11 13l2.5-2.5',
  embedding: 'M4 4.500h.01M12 4.500h.01M8 11.500h.01M4 4.500h8L8 11.500z',
  guardrail: 'M8 1.8 13 3.800v4c0 3-2.2 5.3-5 6.4-2.8-1.1-5-3.4-5-6.400v-4z',
  evaluator: 'M3 8.5 6.5 12 13 4.5',
  prompt: 'M2.5 3h11v10h-11zM5 6.5 7 8l-2 1.500M8.5 10H11',
  decision: 'M8 1.8 14.2 8 8 14.2 1.8 8zM8 5.500v3M8 10.500h.01',
  unknown: 'M4 4h8v8H4z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      // Nothing is drawn outside the edge, and clipping makes painting slower.
      className="shrink-0 overflow-visible"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The product's mark: a vane with two ribbons. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={2.2}
      aria-hidden="true"
      className="shrink-0"
    >
      <path d="M3 7h5l5 5h4" className="tone-error" stroke="var(--tone-bar)" />
      <path d="M7 3h14" stroke="var(--text3)" />
      <path
        d="M21 3c-1.5 6-6 6-7 11.5-.5 3-2 5-5 6.5"
        className="tone-ok"
        stroke="var(--tone-bar)"
      />
    </svg>
  );
}
