import type { ReactNode } from 'react';
import { explainFilter } from '#web/filter/language/explain.ts';
import type { Grain } from '#web/filter/language/fields.ts';
import { filterHistory } from '#web/filter/language/kept-filters.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';

interface FilterPanelProps {
  readonly project: string;
  readonly of: Grain;
  readonly q: string;
  readonly views: ReactNode;
  /** The list as a REST call. */
  readonly call: () => string;
  readonly onChoose: (q: string) => void;
}

/** Views, history, the filter in words, and the filter as a call. */
export function FilterPanel({ project, of, q, views, call, onChoose }: FilterPanelProps) {
  const explained = explainFilter(q, of);
  const history = filterHistory(project, of).filter((one) => one !== q);
  return (
    <div className="flex max-h-[70dvh] flex-col divide-y divide-line1 overflow-y-auto text-12">
      {views !== undefined && <Part title="Saved views">{views}</Part>}
      {history.length > 0 && (
        <Part title="History">
          <ul>
            {history.slice(0, 8).map((text) => (
              <li key={text}>
                <button
                  type="button"
                  onClick={() => onChoose(text)}
                  className="mono clip h-26 w-full rounded-chip px-6 text-left hover:bg-bg3"
                >
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {explained !== null && (
        <Part title="In words">
          {explained.sentences.length > 1 && <p className="px-6 text-text3">All of these:</p>}
          <ul className="px-6">
            {explained.sentences.map((sentence) => (
              <li key={sentence} className="verbatim">
                {sentence}
              </li>
            ))}
          </ul>
          <p className="px-6 pt-4 text-text3">{explained.how}</p>
        </Part>
      )}
      <Part title="As a REST call" action={<CopyButton text={call} label="Copy curl" />}>
        <pre tabIndex={0} className="mono max-h-120 overflow-auto px-6 whitespace-pre">
          {call()}
        </pre>
      </Part>
    </div>
  );
}

function Part({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="p-8">
      <div className="flex h-24 items-center justify-between px-6">
        <h2 className="text-11 text-text3">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
