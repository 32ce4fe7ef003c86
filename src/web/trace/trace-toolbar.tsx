import { use, useMemo, type ReactNode } from 'react';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { lookOfKind } from '#web/ui/kind-mark.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { shownText } from '#web/platform/text/shown-name.ts';
import { TRACE_VIEWS, type TraceSearch, type TraceViewName } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import type { TraceColumns } from './trace-skeleton.ts';
import { ServiceScope, serviceTone } from './waterfall/use-services.ts';
import type { FoldCommands } from './use-trace-rows.ts';
import { SearchField } from '#web/ui/search-field.tsx';

const VIEW_WORDS: Readonly<Record<TraceViewName, string>> = {
  both: 'Tree and timeline',
  tree: 'Tree',
  timeline: 'Timeline',
  llm: 'LLM calls',
  graph: 'Graph of steps',
};

interface TraceToolbarProps {
  readonly columns: TraceColumns;
  readonly search: TraceSearch;
  /** The search's result; null without a search. */
  readonly found: { readonly count: number; readonly number: number } | null;
  readonly onChange: (changes: Changes<TraceSearch>) => void;
  readonly onFindStep: (by: 1 | -1) => void;
  readonly fold: FoldCommands;
  readonly depthMax: number;
  readonly zoomed: boolean;
}

const DEPTHS_MAX = 8;
/** More than a menu can list. */
const SERVICES_MAX = 50;

export function TraceToolbar({
  columns,
  search,
  found,
  onChange,
  onFindStep,
  fold,
  depthMax,
  zoomed,
}: TraceToolbarProps) {
  const { counts, errors } = useMemo(() => countsOf(columns), [columns]);
  const narrow = useNarrow();
  const canFold = search.view !== 'graph' && search.view !== 'llm';
  const folding = { search, depthMax, fold };
  return (
    <div
      role="toolbar"
      aria-label="Trace"
      className="flex h-40 shrink-0 items-center gap-4 overflow-x-auto overflow-y-hidden border-b border-line1 px-8 [scrollbar-width:none] max-md:h-auto max-md:flex-wrap max-md:gap-x-0 max-md:gap-y-8 max-md:overflow-visible max-md:py-8 max-md:[&_button]:px-6"
    >
      <FindBox
        text={search.find ?? ''}
        onText={(text) => onChange({ find: text === '' ? undefined : text })}
        found={found}
        onStep={onFindStep}
      />
      <KindMenu {...{ search, onChange, narrow, counts }} />
      <ServiceMenu search={search} onChange={onChange} narrow={narrow} />
      {errors > 0 && <ErrorsButton {...{ errors, search, onChange }} />}
      <span className="ml-auto max-md:hidden" />
      {zoomed && (
        <Button look="quiet" onClick={() => onChange({ zoom: undefined })}>
          Whole trace
        </Button>
      )}
      <ViewMenu search={search} onChange={onChange} narrow={narrow}>
        {narrow && canFold && (
          <>
            <MenuLabel>Steps</MenuLabel>
            <FoldItems {...folding} />
          </>
        )}
      </ViewMenu>
      {!narrow && canFold && (
        <Menu align="end" trigger={<Dropdown>Fold</Dropdown>}>
          <FoldItems {...folding} />
        </Menu>
      )}
    </div>
  );
}

interface KindMenuProps extends Pick<TraceToolbarProps, 'search' | 'onChange'> {
  readonly narrow: boolean;
  /** By index of the kind. */
  readonly counts: ReturnType<typeof countsOf>['counts'];
}

function KindMenu({ search, onChange, narrow, counts }: KindMenuProps) {
  const kinds = SPAN_KINDS.map((kind, index) => ({ kind, count: counts[index] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  return (
    <Menu
      trigger={
        <Dropdown>
          {search.kind === undefined
            ? narrow
              ? 'Kind'
              : 'All kinds'
            : lookOfKind(search.kind).label}
        </Dropdown>
      }
    >
      <MenuItem checked={search.kind === undefined} onSelect={() => onChange({ kind: undefined })}>
        All kinds
      </MenuItem>
      {kinds.map(({ kind, count }) => (
        <MenuItem
          key={kind}
          checked={search.kind === kind}
          hint={exactCount(count)}
          onSelect={() => onChange({ kind })}
        >
          {lookOfKind(kind).label}
        </MenuItem>
      ))}
    </Menu>
  );
}

function ErrorsButton({
  errors,
  search,
  onChange,
}: Pick<TraceToolbarProps, 'search' | 'onChange'> & { readonly errors: number }) {
  return (
    <button
      type="button"
      aria-pressed={search.errors === true}
      onClick={() => onChange({ errors: search.errors === true ? undefined : true })}
      className={`touch tone-error inline-flex h-28 shrink-0 items-center gap-6 rounded-control px-8 text-12 font-medium ${search.errors === true ? 'bg-tint text-tone' : 'text-text2 hover:bg-bg2'}`}
    >
      Errors <span className="nums rounded-chip bg-tint px-5 text-tone">{exactCount(errors)}</span>
    </button>
  );
}

/**
 * Which service's spans are shown, each with its colour in the tree; nothing for a trace of one
 * service.
 */
function ServiceMenu({
  search,
  onChange,
  narrow,
}: Pick<TraceToolbarProps, 'search' | 'onChange'> & { readonly narrow: boolean }) {
  const services = use(ServiceScope);
  if (services === null) return null;
  const { names, counts } = services;
  return (
    <Menu
      trigger={
        <Dropdown>
          {search.service === undefined
            ? narrow
              ? 'Service'
              : 'All services'
            : shownText(search.service)}
        </Dropdown>
      }
    >
      <MenuItem
        checked={search.service === undefined}
        onSelect={() => onChange({ service: undefined })}
      >
        All services
      </MenuItem>
      {names.slice(0, SERVICES_MAX).map((name, index) => (
        <MenuItem
          key={name}
          checked={search.service === name}
          hint={exactCount(counts[index] ?? 0)}
          onSelect={() => onChange({ service: name })}
        >
          <span
            className={`mr-6 inline-block size-8 rounded-full bg-bar ${serviceTone(index)}`}
            aria-hidden="true"
          />
          {shownText(name)}
        </MenuItem>
      ))}
    </Menu>
  );
}

type ViewMenuProps = Pick<TraceToolbarProps, 'search' | 'onChange'> & {
  readonly narrow: boolean;
  readonly children: ReactNode;
};

/**
 * How the trace is drawn; `children` are what else is done with its rows, where there is no room
 * for a menu of their own.
 */
function ViewMenu({ search, onChange, narrow, children }: ViewMenuProps) {
  const view = search.view ?? 'both';
  return (
    <Menu
      align="end"
      trigger={<Dropdown>{narrow && view === 'both' ? 'View' : VIEW_WORDS[view]}</Dropdown>}
    >
      {TRACE_VIEWS.map((one) => (
        <MenuItem
          key={one}
          checked={view === one}
          onSelect={() => onChange({ view: one === 'both' ? undefined : one })}
        >
          {VIEW_WORDS[one]}
        </MenuItem>
      ))}
      <MenuLabel>On the timeline</MenuLabel>
      <MenuItem
        checked={search.path !== false}
        hint="W"
        onSelect={() => onChange({ path: search.path === false ? undefined : false })}
      >
        Critical path
      </MenuItem>
      {children}
    </Menu>
  );
}

function FoldItems({
  search,
  depthMax,
  fold,
}: Pick<TraceToolbarProps, 'search' | 'depthMax' | 'fold'>) {
  const kinds = SPAN_KINDS.map((kind, index) => ({
    kind,
    index,
    count: fold.kinds[index] ?? 0,
  })).filter(({ count }) => count > 0);
  return (
    <>
      <MenuItem hint="⇧ ←" onSelect={() => fold.all(true)}>
        Fold all
      </MenuItem>
      <MenuItem hint="⇧ →" onSelect={() => fold.all(false)}>
        Open all
      </MenuItem>
      <MenuLabel>Levels shown</MenuLabel>
      {Array.from({ length: Math.min(DEPTHS_MAX, depthMax) }, (_, below) => (
        <MenuItem
          key={below}
          checked={search.depth === below + 1}
          onSelect={() => fold.depth(below + 1)}
        >
          {below + 2}
        </MenuItem>
      ))}
      {kinds.length > 0 && <MenuLabel>Fold all of a kind</MenuLabel>}
      {kinds.map(({ kind, index, count }) => (
        <MenuItem
          key={kind}
          checked={search.fold === kind}
          hint={exactCount(count)}
          onSelect={() => fold.kind(index, search.fold !== kind)}
        >
          {lookOfKind(kind).label}
        </MenuItem>
      ))}
    </>
  );
}

/** Takes what the menu gives its trigger. */
function Dropdown({ children, ...rest }: { children: string }) {
  return (
    <Button look="quiet" {...rest}>
      {children}
      <Icon name="chevronDown" size={12} />
    </Button>
  );
}

function countsOf(columns: TraceColumns): { counts: Int32Array; errors: number } {
  const counts = new Int32Array(SPAN_KINDS.length);
  let errors = 0;
  for (let row = 0; row < columns.count; row++) {
    const kind = columns.kinds[row] ?? 0;
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (columns.statuses[row] === 2) errors += 1;
  }
  return { counts, errors };
}

interface FindBoxProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /**
   * How many spans were found, and which of them is chosen (0 when none is); null without a search.
   */
  readonly found: { readonly count: number; readonly number: number } | null;
  readonly onStep: (by: 1 | -1) => void;
}

/** Find in trace: how many were found, and from one to the next (Enter, Shift Enter). */
function FindBox({ text, onText, found, onStep }: FindBoxProps) {
  return (
    <div
      className={`flex shrink-0 items-center gap-4 max-md:min-w-100 max-md:flex-1 ${found === null ? '' : 'max-md:basis-full'}`}
      role="search"
      aria-label="Find in trace"
    >
      <SearchField
        value={text}
        onChange={onText}
        placeholder="Find in trace"
        className="w-200 max-md:w-0 max-md:flex-1"
        onEnter={(back) => onStep(back ? -1 : 1)}
      />
      {found !== null && (
        <>
          <span className="nums shrink-0 text-12 text-text3" role="status">
            {found.number > 0
              ? `${exactCount(found.number)} of ${exactCount(found.count)}`
              : `${exactCount(found.count)} found`}
          </span>
          <IconButton
            icon="arrowUp"
            label="Previous found (Shift Enter)"
            disabled={found.count === 0}
            onClick={() => onStep(-1)}
          />
          <IconButton
            icon="arrowDown"
            label="Next found (Enter)"
            disabled={found.count === 0}
            onClick={() => onStep(1)}
          />
        </>
      )}
    </div>
  );
}
