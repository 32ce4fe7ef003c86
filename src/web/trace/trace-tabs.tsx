import type { ReactNode } from 'react';
import type { TraceSearch } from '#web/lists/search-params.ts';

type Pane = NonNullable<TraceSearch['pane']>;

interface TraceTabsProps {
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
  readonly tree: ReactNode;
  readonly span: ReactNode;
  readonly words?: Readonly<Record<Pane, string>>;
}

const PANES = ['tree', 'span'] as const;
const WORDS = { tree: 'Waterfall', span: 'Span' };

/** Where both do not fit beside each other: the tree, or the chosen span. */
export function TraceTabs({ pane, onPane, tree, span, words = WORDS }: TraceTabsProps) {
  return (
    <>
      <div
        role="tablist"
        aria-label="Trace"
        className="flex h-36 shrink-0 items-stretch gap-16 pointer-coarse:h-44 border-b border-line1 px-12"
      >
        {PANES.map((id) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === pane}
            onClick={() => onPane(id)}
            className={`border-b-2 text-13 font-medium ${id === pane ? 'border-focus text-text1' : 'border-transparent text-text2 hover:text-text1'}`}
          >
            {words[id]}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={words[pane]} className="flex min-h-0 flex-1 flex-col">
        {pane === 'tree' ? tree : span}
      </div>
    </>
  );
}
