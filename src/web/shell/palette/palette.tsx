import { useQueries, useQuery } from '@tanstack/react-query';
import { defaultStringifySearch, useRouter } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { datasetsOptions } from '#web/datasets/datasets.calls.ts';
import { idCompletionsOptions } from './id-completions.calls.ts';
import { lookupOptions } from './lookup.calls.ts';
import { byTrace } from '#web/search/found-traces.ts';
import { MarkedText } from '#web/search/marked-text.tsx';
import { whyNotSearched } from '#web/search/span-search.calls.ts';
import { useFound, type Found } from '#web/search/use-found.ts';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';
import { releaseKeys } from '#web/platform/keys/type-ahead.ts';
import { pastedIds } from '#web/trace/compare/pasted-ids.ts';
import { useCurrentProject } from '#web/projects/current-project.ts';
import { useProjectRange } from '#web/projects/project-range.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { Icon } from '#web/ui/icon.tsx';
import { FoundNote, type FoundChoices } from './found-note.tsx';
import {
  choicesOf,
  commandChoices,
  datasetChoices,
  experimentChoices,
  allResultsChoice,
  idChoices,
  matchChoices,
  projectChoices,
  searchChoice,
  spanChoices,
  type Choice,
} from './palette-choices.ts';
import { useModal } from '#web/ui/dialog/use-modal.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { mayDo } from '#web/accounts/may.tsx';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
  readonly onFold: () => void;
}

/** Typed shorter than this, an id is not looked for. */
const ID_CHARS_MIN = 4;
/** Nor are users and sessions by how their ids start. */
const START_CHARS_MIN = 2;
/** Content is searched once typing pauses for so long; typing on ends the search. */
const CONTENT_PAUSE_MS = 120;
const CONTENT_HITS = 50;
/** Traces of which a span is shown. */
const CONTENT_TRACES = 8;
/** As much as the server compares. */
const START_CHARS_MAX = 512;

/**
 * Everything by name: projects, pages, actions, users and sessions of the project, and whatever a
 * pasted id names in any project; and spans of any project by the words of their content.
 */
export function Palette({ onClose, onHelp, onFold }: PaletteProps) {
  const { props, close } = useModal(onClose);
  const list = useId();
  const [typed, setTyped] = useState('');
  // Once the field has the focus.
  useEffect(() => releaseKeys(), []);
  const [at, setAt] = useState(0);
  const { choices, ...found } = useChoices(typed, { onHelp, onFold });
  const active = Math.min(at, choices.length - 1);
  const take = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    // Closed first: what it does may open something else, or move the focus.
    close();
    onClose();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(choices.length - 1, active + step));
      setAt(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(choices[active]);
    }
  };
  return (
    <dialog
      {...props}
      aria-label="Search and commands"
      className="mt-[12vh] w-[min(600px,calc(100vw-16px))] overflow-hidden rounded-popover border border-line2 bg-bg1 p-0 text-text1 shadow-popover backdrop:bg-[oklch(0_0_0/0.5)] max-md:mt-8"
    >
      <label className="flex h-44 items-center gap-10 border-b border-line1 px-14">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Search projects, pages, actions, users, sessions, span content, or paste an id"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
          placeholder="Project, page, action, user, session, content, or a pasted id"
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-14 text-text1 outline-none"
        />
      </label>
      <Choices id={list} choices={choices} active={active} onTake={take} />
      <FoundNote {...found} typed={typed} />
    </dialog>
  );
}

function useChoices(
  typed: string,
  commands: Pick<PaletteProps, 'onHelp' | 'onFold'>,
): FoundChoices & { readonly choices: readonly Choice[] } {
  const { history } = useRouter();
  const { project } = useCurrentProject();
  const range = useProjectRange(project);
  const projects = useQuery({
    ...projectSummariesOptions(RANGE_DEFAULT),
    refetchInterval: false,
    staleTime: 30_000,
  });
  const datasets = useQuery({ ...datasetsOptions, staleTime: 30_000 });
  const { data: viewer } = useQuery(viewerOptions);
  const text = useDeferredValue(typed);
  const ids = useMemo(() => pastedIds(text).filter((id) => id.length >= ID_CHARS_MIN), [text]);
  const lookups = useQueries({ queries: ids.map((id) => lookupOptions(id)) });
  const { onHelp, onFold } = commands;
  const known = useMemo(() => {
    const go = (path: string): void => history.push(ROOT_PATH + path);
    return [
      ...projectChoices(projects.data ?? [], go),
      ...datasetChoices(datasets.data ?? [], go),
      ...experimentChoices(datasets.data ?? [], go),
      ...commandChoices({
        project,
        range: defaultStringifySearch(range),
        go,
        may: (scope) => mayDo(viewer, scope),
        onHelp,
        onFold,
      }),
    ];
  }, [projects.data, datasets.data, project, range, history, viewer, onHelp, onFold]);
  const matches = lookups.flatMap(({ data }) => data ?? []);
  const go = (path: string): void => history.push(ROOT_PATH + path);
  const named = useNamed(project, text);
  const found = [
    ...matchChoices(matches, go),
    ...choicesOf(
      [
        ...known,
        ...(project === undefined ? [] : idChoices(named.data, { project, go, known: matches })),
      ],
      typed,
    ),
  ];
  const search = project === undefined ? null : searchChoice(typed, { project, range, go });
  const wanted = typed.trim();
  const content = useContent(wanted);
  // Below everything else: what comes later moves nothing that could be chosen already.
  const spans = spanChoices(
    byTrace(content?.hits ?? [])
      .slice(0, CONTENT_TRACES)
      .map(({ hit }) => hit),
    wanted,
    go,
  );
  return {
    choices: [
      ...found,
      ...(search === null ? [] : [search]),
      ...(content === null ? [] : [allResultsChoice(wanted, go)]),
      ...spans,
    ],
    count: found.length + spans.length,
    isLooking: named.isFetching || lookups.some(({ isFetching }) => isFetching),
    lookupError: named.error ?? lookups.find(({ error }) => error !== null)?.error ?? null,
    content,
  };
}

/** Spans of all projects whose content holds a text; null for one that is not searched for. */
function useContent(text: string): Found | null {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), CONTENT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useFound({ text: asked, limit: CONTENT_HITS, traces: CONTENT_TRACES });
  if (whyNotSearched(text) !== null) return null;
  return asked === text ? found : { ...found, hits: [], searched: null, isSearching: true };
}

/** Users and sessions of the current project, requested while the user types. */
function useNamed(project: string | undefined, text: string) {
  const start = text.trim();
  const isAsked =
    project !== undefined && start.length >= START_CHARS_MIN && start.length <= START_CHARS_MAX;
  const { data, isFetching, error } = useQuery({
    ...idCompletionsOptions(project ?? '', start),
    enabled: isAsked,
  });
  return { data: isAsked ? data : undefined, isFetching, error: isAsked ? error : null };
}

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly active: number;
  readonly onTake: (choice: Choice) => void;
}

function Choices({ id, choices, active, onTake }: ChoicesProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Choices"
      className="max-h-[min(420px,60vh)] overflow-auto p-6 empty:hidden"
    >
      {choices.map((choice, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and takes the keys
        <div
          key={choice.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onClick={() => onTake(choice)}
          className={`flex min-h-32 cursor-pointer flex-wrap items-center gap-x-10 rounded-control px-10 max-md:min-h-44 ${choice.snippet === undefined ? '' : 'py-6'} ${index === active ? 'bg-bg3' : 'hover:bg-bg2'}`}
        >
          <span className="text-text3">
            <Icon name={choice.icon} size={14} />
          </span>
          <span className="clip flex-1">{choice.label}</span>
          <span className="clip max-w-200 text-11 text-text2">{choice.hint}</span>
          {choice.snippet !== undefined && (
            <span className="line-clamp-1 basis-full pl-24 text-12 wrap-anywhere text-text2 max-md:line-clamp-3">
              <MarkedText {...choice.snippet} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
