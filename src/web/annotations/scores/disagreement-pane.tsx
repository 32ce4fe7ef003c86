import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { skeletonOptions } from '#web/trace/traces.calls.ts';
import type { AnyAnnotation, Disagreement } from '#contracts/annotations/annotation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ANNOTATORS, AnnotatorMark } from '#web/annotations/annotator-mark.tsx';
import { useAuthorName } from '#web/accounts/use-author-names.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { KeptTrace } from '#web/trace/kept-trace.tsx';
import { TraceView } from '#web/trace/trace-view.tsx';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { sessionPath, tracePath } from '#web/platform/address/paths.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { saysText, subjectText } from './disagreements.tsx';
import type { Walk } from './use-disagreements.ts';

interface DisagreementPaneProps {
  readonly project: string;
  readonly pair: Disagreement;
  readonly walk: Walk;
}

/** One disagreement: both annotations with their explanations, above their trace. */
export function DisagreementPane({ project, pair, walk }: DisagreementPaneProps) {
  const { human, llm, trace_id: trace } = pair;
  const span = human.target === 'span' || human.target === 'document' ? human.target_id : undefined;
  const path =
    trace === null ? sessionPath(project, human.target_id) : tracePath(project, trace, span);
  return (
    <section aria-label="Disagreement" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-36 shrink-0 items-center gap-4 border-b border-line1 pr-4 pl-12">
        <h2 className="nums clip min-w-0 flex-1 font-semibold">
          Disagreement {walk.at + 1} of {walk.count}{' '}
          <span className="pl-4 font-normal text-text2">{subjectText(pair)}</span>
        </h2>
        <IconButton
          icon="arrowUp"
          label="Previous (K)"
          disabled={walk.at === 0}
          onClick={() => walk.step(-1)}
        />
        <IconButton
          icon="arrowDown"
          label="Next (J)"
          disabled={walk.at === walk.count - 1}
          onClick={() => walk.step(1)}
        />
        <Link to={path} className="px-8 text-12 text-link hover:underline">
          Open {trace === null ? 'the session' : 'the trace'}
        </Link>
        <IconButton icon="close" label="Close (Esc)" onClick={() => walk.show(undefined)} />
      </div>
      <div className="grid max-h-[40%] shrink-0 grid-cols-2 gap-12 overflow-auto border-b border-line1 p-12 max-md:grid-cols-1">
        <Annotation annotation={human} />
        <Annotation annotation={llm} />
      </div>
      {trace === null ? (
        <SessionNote session={human.target_id} />
      ) : (
        <AnnotatedTrace project={project} trace={trace} span={span} />
      )}
    </section>
  );
}

function Annotation({ annotation }: { annotation: AnyAnnotation }) {
  const {
    annotator_kind: kind,
    result,
    user_id: user,
    updated_at: at,
    document_position: position,
  } = annotation;
  const author = useAuthorName(user);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="flex items-center gap-6 text-12 text-text3">
        <AnnotatorMark kind={kind} />
        <span className="shrink-0 text-text2">{ANNOTATORS[kind].word}</span>
        {author !== null && (
          <span className="clip min-w-0" title={author}>
            {kind === 'HUMAN' ? author : `sent by ${author}`}
          </span>
        )}
        {position !== null && <span className="shrink-0">on document {position + 1}</span>}
        <time dateTime={at} title={isoWithZone(Date.parse(at))} className="nums ml-auto shrink-0">
          {formatWhen(at, Date.now())}
        </time>
      </p>
      <p className="verbatim text-14 font-semibold">{saysText(annotation)}</p>
      <p className="verbatim text-13 text-text2">
        {result.explanation ?? 'Without an explanation.'}
      </p>
    </div>
  );
}

function SessionNote({ session }: { session: string }) {
  return (
    <p className="p-12 text-13 text-text2">
      Both annotated the session <span className="mono">{session}</span> as a whole.
    </p>
  );
}

/**
 * The trace, at the span that was annotated; what is chosen in it is forgotten with the
 * disagreement.
 */
function AnnotatedTrace({
  project,
  trace,
  span,
}: {
  project: string;
  trace: string;
  span: string | undefined;
}) {
  const { data, error, refetch } = useQuery({
    ...skeletonOptions(trace),
    placeholderData: keepPreviousData,
  });
  const [search, setSearch] = useState<TraceSearch>(span === undefined ? {} : { span });
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={12} height={26} />
    ) : (
      <ErrorNote what="The trace could not be read" error={error} onRetry={() => void refetch()} />
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <KeptTrace skeleton={data}>
        {(kept) => (
          <TraceView
            key={kept.trace.id}
            project={project}
            skeleton={kept}
            search={search}
            onSearch={(changes) => setSearch(withChanges<TraceSearch>(search, changes))}
            keys="focus"
          />
        )}
      </KeptTrace>
    </div>
  );
}
