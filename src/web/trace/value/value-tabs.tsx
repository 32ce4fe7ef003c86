export const VALUE_VIEWS = ['text', 'markdown', 'json', 'diff'] as const;
export type ValueView = (typeof VALUE_VIEWS)[number];
export const VALUE_VIEW_LABELS: Readonly<Record<ValueView, string>> = { text: 'Text', markdown: 'Markdown', json: 'JSON', diff: 'Compare' };

/** How the value is shown. */
export function ValueTabs({ view, panelId, onView }: { view: ValueView; panelId: string; onView: (view: ValueView) => void }) {
  return (
    <div role="tablist" aria-label="Show as" className="flex h-36 shrink-0 items-stretch gap-16 pointer-coarse:h-44">
      {VALUE_VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === view}
          aria-controls={panelId}
          onClick={() => onView(one)}
          className={`border-b-2 text-13 font-medium ${one === view ? 'border-focus text-text1' : 'border-transparent text-text2 hover:text-text1'}`}
        >
          {VALUE_VIEW_LABELS[one]}
        </button>
      ))}
    </div>
  );
}
