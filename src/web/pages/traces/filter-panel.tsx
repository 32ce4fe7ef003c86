import { useState } from 'react';
import type { ReactNode } from 'react';
import { grainOf } from '../../api/list-filter.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { explainFilter } from '../../lib/filter/explain.ts';
import { filterHistory, forgetView, savedViews, saveView } from '../../lib/filter/kept-filters.ts';
import { SCOPES } from '../../lib/search-params.ts';
import type { ListSearch } from '../../lib/search-params.ts';

interface FilterPanelProps {
  readonly project: string;
  readonly search: ListSearch;
  /** The list as a REST call. */
  readonly call: () => string;
  readonly onChoose: (changes: { q: string | undefined; scope?: ListSearch['scope'] | undefined }) => void;
}

/** Views, history, the filter in words, and the filter as a call. */
export function FilterPanel({ project, search, call, onChoose }: FilterPanelProps) {
  const q = search.q ?? '';
  const explained = explainFilter(q, grainOf(search));
  const history = filterHistory(project).filter((one) => one !== q);
  return (
    <div className="flex max-h-[70dvh] flex-col divide-y divide-line1 overflow-y-auto text-12">
      <Views project={project} search={search} onChoose={onChoose} />
      {history.length > 0 && (
        <Part title="History">
          <ul>
            {history.slice(0, 8).map((text) => (
              <li key={text}>
                <button
                  type="button"
                  onClick={() => onChoose({ q: text })}
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
        <pre className="mono max-h-120 overflow-auto px-6 whitespace-pre">{call()}</pre>
      </Part>
    </div>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="p-8">
      <div className="flex h-24 items-center justify-between px-6">
        <h3 className="text-11 text-text3">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

function Views({ project, search, onChoose }: Omit<FilterPanelProps, 'call'>) {
  const [views, setViews] = useState(() => savedViews(project));
  const [name, setName] = useState('');
  const keep = (): void => {
    saveView(project, { name: name.trim(), q: search.q ?? '', scope: search.scope ?? 'traces' });
    setName('');
    setViews(savedViews(project));
  };
  return (
    <Part title="Views, kept in this browser">
      <ul>
        {views.map((view) => (
          <li key={view.name} className="flex items-center">
            <button
              type="button"
              title={view.q}
              onClick={() => {
                const scope = SCOPES.find((one) => one === view.scope && one !== 'traces');
                onChoose({ q: view.q === '' ? undefined : view.q, scope });
              }}
              className="clip h-26 min-w-0 flex-1 rounded-chip px-6 text-left hover:bg-bg3"
            >
              {view.name}
            </button>
            <IconButton
              icon="trash"
              label={`Forget ${view.name}`}
              className="!size-24"
              onClick={() => {
                forgetView(project, view.name);
                setViews(savedViews(project));
              }}
            />
          </li>
        ))}
      </ul>
      <form
        className="flex gap-6 px-6 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') keep();
        }}
      >
        <input
          aria-label="Name of the view"
          value={name}
          maxLength={80}
          placeholder="Name this filter"
          onChange={(event) => setName(event.target.value)}
          className="h-28 min-w-0 flex-1 rounded-control border border-line3 bg-bg1 px-8"
        />
        <Button type="submit" disabled={name.trim() === ''}>
          Save view
        </Button>
      </form>
    </Part>
  );
}
