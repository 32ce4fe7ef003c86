import { useCallback, useMemo, type ComponentProps } from 'react';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { useConfigsByName, useTraceAnnotations } from '#web/annotations/trace-annotations.ts';
import { holdKeys } from '#web/platform/keys/type-ahead.ts';
import { shownText } from '#web/platform/text/shown-name.ts';
import { nameOf, type TraceColumns } from './trace-skeleton.ts';
import { useBoxWidth } from '#web/ui/use-box-width.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import { AnnotationScope } from '#web/annotations/annotation-scope.ts';
import type { ReviewWish } from '#web/annotations/annotate-panel.tsx';
import { PanelSpace, widthBesidePanel } from '#web/annotations/panel-space.tsx';
import { useAnnotate } from '#web/annotations/use-annotate.ts';
import { SpanPanel } from './span/span-panel.tsx';
import { TraceScope } from './trace-scope.ts';
import { SplitPane } from './split-pane.tsx';
import { TracePane } from './trace-pane.tsx';
import { TraceTabs } from './trace-tabs.tsx';
import { selectedNode } from './use-trace-rows.ts';
import { useMarkedSpan } from './use-marked-span.ts';
import { useTraceModel } from './use-trace-model.ts';
import { RetryScope, useRetries } from './waterfall/use-retries.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { useMay } from '#web/accounts/may.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { traceErrorsOptions } from './traces.calls.ts';

const ERROR = STATUS_CODES.indexOf('ERROR');
const NOTHING: ReadonlyMap<number, string> = new Map();

/**
 * The error texts of a trace's failed spans, by row and in lower case. Not part of the skeleton:
 * loaded when a trace with errors is searched.
 */
function useErrorTexts(
  project: string,
  { trace }: TraceSkeleton,
  columns: TraceColumns,
  isWanted: boolean,
): ReadonlyMap<number, string> {
  const { data } = useQuery({
    ...traceErrorsOptions(project, trace.trace_id, trace.error_count),
    enabled: isWanted && trace.error_count > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => (data === undefined ? NOTHING : textsByRow(columns, data)), [data, columns]);
}

function textsByRow(
  { count, statuses, spanIds }: TraceColumns,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<number, string> {
  const byRow = new Map<number, string>();
  for (let row = 0; row < count; row++) {
    const text = statuses[row] === ERROR ? texts.get(spanIds[row] ?? '') : undefined;
    if (text !== undefined) byRow.set(row, text.toLowerCase());
  }
  return byRow;
}

/** Narrower than this, tree and span take turns. */
const SPLIT_MIN = 900;
/** As much of an id from an address as a line has room for. */
const ID_CHARS = 64;

export interface TraceViewProps {
  readonly project: string;
  readonly skeleton: TraceSkeleton;
  /** The selection; the owner keeps it, in the address or in its own state. */
  readonly search: TraceSearch;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
  /**
   * The same where a span takes the place of the tree, for an owner to whom that is a step to come
   * Back from.
   */
  readonly onSpan?: (changes: Changes<TraceSearch>) => void;
  /**
   * Whether the tree's keys work wherever the focus is, or (beside a list with its own keys) only
   * within the tree.
   */
  readonly keys: 'page' | 'focus';
  readonly review?: ReviewWish;
}

/** Loaded when something is annotated first. */
const TraceAnnotate = lazyPart(async () => ({
  default: (await import('#web/annotations/trace-annotate.tsx')).TraceAnnotate,
}));

/**
 * Tree and waterfall beside the chosen span; in less than 900 px, one of them at a time. Fills its
 * parent, a column of flex.
 */
export function TraceView(props: TraceViewProps) {
  const { ref, width } = useBoxWidth();
  return (
    <div
      ref={ref}
      className="group/trace relative flex min-h-0 min-w-0 flex-1 has-[>.panel-below]:flex-col"
    >
      {width !== null && <SizedTraceView {...props} width={width} />}
    </div>
  );
}

function SizedTraceView({
  project,
  skeleton,
  search,
  keys,
  review,
  width,
  ...owner
}: TraceViewProps & { width: number }) {
  const model = useTraceModel(skeleton);
  const selected = selectedNode(model, search.span);
  const row = model.tree.span[selected] ?? -1;
  const id = skeleton.ids[row];
  const { columns } = model;
  const retries = useRetries(skeleton, columns);
  const { annotate } = search;
  const split = widthBesidePanel(width, annotate !== undefined) >= SPLIT_MIN;
  const pane = paneOf(search);
  const onSearch = useSearchOrSpan(owner, search, split);
  useMarkedSpan(project, skeleton.trace.trace_id, search, owner.onSearch);
  const annotations = useAnnotationScope(project, skeleton);
  const isSpanChosen = search.span !== undefined && columns.spanIds[row] === search.span;
  // Lists of traces show the annotations of traces: a span is annotated once someone has chosen it.
  const panel = useAnnotate(
    annotate,
    isSpanChosen ? 'span' : 'trace',
    (next) => onSearch({ annotate: next }),
    'A trace',
  );
  const span =
    id === undefined ? null : (
      <ChosenSpan
        {...{ skeleton, columns, search, onSearch, split }}
        id={encodeGlobalId('Span', id)}
      />
    );
  const errorTexts = useErrorTexts(project, skeleton, columns, search.find !== undefined);
  const shown = { skeleton, model, selected, errorTexts, search, onSearch, keys };
  const tree = <TracePane {...shown} />;
  return (
    <AnnotationScope value={annotations}>
      <RetryScope value={retries}>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {search.span !== undefined && !isSpanChosen && (
            <UnknownSpan id={search.span} isOtherShown={id !== undefined} />
          )}
          <TreeAndSpan
            {...{ split, pane, tree, span }}
            onPane={(next) => onSearch({ pane: next })}
          />
        </div>
      </RetryScope>
      {annotate !== undefined && (
        <PanelSpace width={width}>
          <TraceAnnotate
            place={annotations.place}
            trace={skeleton.trace}
            span={
              id === undefined
                ? null
                : { id: columns.spanIds[row] ?? '', name: nameOf(columns, row) }
            }
            chosen={annotate}
            onChoose={(next) => onSearch({ annotate: next })}
            onClose={() => onSearch({ annotate: undefined })}
            review={review}
            {...panel}
          />
        </PanelSpace>
      )}
    </AnnotationScope>
  );
}

interface TreeAndSpanProps extends Pick<
  ComponentProps<typeof TraceTabs>,
  'pane' | 'onPane' | 'tree' | 'span'
> {
  readonly split: boolean;
}

function TreeAndSpan({ split, ...panes }: TreeAndSpanProps) {
  if (split) return <SplitPane left={panes.tree} right={panes.span} />;
  return <TraceTabs {...panes} />;
}

interface ChosenSpanProps extends Pick<TraceViewProps, 'skeleton' | 'search'> {
  readonly columns: TraceColumns;
  readonly onSearch: ReturnType<typeof useSearchOrSpan>;
  readonly split: boolean;
  /** Global ID. */
  readonly id: string;
}

function ChosenSpan({ skeleton, columns, search, onSearch, split, id }: ChosenSpanProps) {
  const scope = useMemo(
    () => ({
      skeleton,
      columns,
      select: (span: string) => onSearch({ span, pane: 'span', tab: undefined }),
    }),
    [skeleton, columns, onSearch],
  );
  const mayAnnotate = useMay('traces:write');
  const openPanel = (): void => {
    holdKeys();
    onSearch({ annotate: 'span' });
  };
  return (
    <TraceScope value={scope}>
      <SpanPanel
        id={id}
        traceStart={skeleton.trace.start_time}
        tab={search.tab}
        onTab={(tab) => onSearch({ tab })}
        mark={search.span === undefined ? undefined : search.mark}
        onUnmark={() => onSearch({ mark: undefined })}
        onClose={split ? null : () => onSearch({ pane: 'tree' })}
        onAnnotate={mayAnnotate && search.annotate === undefined ? openPanel : null}
      />
    </TraceScope>
  );
}

/** The annotations of the trace, and their configs. */
function useAnnotationScope(
  project: string,
  { trace: { trace_id: traceId, session_id: sessionId } }: TraceSkeleton,
) {
  const annotations = useTraceAnnotations(traceId);
  const configs = useConfigsByName(project);
  const place = useMemo(() => ({ project, traceId, sessionId }), [project, traceId, sessionId]);
  return useMemo(() => ({ place, annotations, configs }), [place, annotations, configs]);
}

/** Shown when the address has a span that the trace lacks: another one is shown in its place. */
function UnknownSpan({ id, isOtherShown }: { id: string; isOtherShown: boolean }) {
  return (
    <p role="status" className="tone-warn verbatim shrink-0 bg-tint px-12 py-6 text-12 text-tone">
      This trace has no span with the id{' '}
      <span className="mono">{shownText(id).slice(0, ID_CHARS)}</span>. The span may have been
      deleted, or hasn’t arrived yet.{isOtherShown && ' The first span is shown instead.'}
    </p>
  );
}

/** Tells the owner of a change, and whether a span takes the place of the tree by it. */
function useSearchOrSpan(
  { onSearch, onSpan = onSearch }: Pick<TraceViewProps, 'onSearch' | 'onSpan'>,
  search: TraceSearch,
  split: boolean,
) {
  return useCallback(
    (changes: Changes<TraceSearch>): void => {
      const isSpanOpened =
        !split &&
        paneOf(search) === 'tree' &&
        paneOf(withChanges<TraceSearch>(search, changes)) === 'span';
      (isSpanOpened ? onSpan : onSearch)(changes);
    },
    [onSearch, onSpan, search, split],
  );
}

/** The visible pane where there is space for only one: the span, once one is selected. */
function paneOf({ pane, span }: TraceSearch): NonNullable<TraceSearch['pane']> {
  return pane ?? (span === undefined ? 'tree' : 'span');
}
