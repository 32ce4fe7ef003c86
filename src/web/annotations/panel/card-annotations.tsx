import { useQuery } from '@tanstack/react-query';
import { cardAnnotationsOptions } from './card-annotations.calls.ts';
import type { MarkedThing } from './marked-thing.ts';
import { scoreText } from './summary.ts';
import { FailedLine } from '#web/ui/failed-line.tsx';
import { AuthorLine } from './author-line.tsx';

interface CardAnnotationsProps {
  readonly project: string;
  readonly thing: MarkedThing;
  /** Only annotations of this name; null for all. */
  readonly name: string | null;
}

/** Of what the page itself sets apart by reviewer: the author says it. */
const OWN_IDENTIFIER = /^px-(?:app|span-note|trace-note|session-note):/;

/** A target's annotations with authors and times, newest first. */
export function CardAnnotations({ project, thing, name }: CardAnnotationsProps) {
  const { data, error, refetch } = useQuery(cardAnnotationsOptions(project, thing, name));
  if (data === undefined)
    return error === null ? (
      <div role="status" className="text-12 text-text3">
        Reading…
      </div>
    ) : (
      <FailedLine what="Annotations" error={error} onRetry={() => void refetch()} />
    );
  if (data.annotations.length === 0) return <div className="text-12 text-text3">No annotations yet.</div>;
  return (
    <>
      <ul className="flex flex-col gap-6">
        {data.annotations.map((one) => (
          <li key={one.id} className="flex flex-col gap-2">
            <span className="flex min-w-0 items-baseline gap-6 text-12">
              {name === null && <span className="clip max-w-120 shrink-0 text-text3">{one.name}</span>}
              <span className="verbatim line-clamp-2 min-w-0 font-medium">{valueText(one.result)}</span>
              {one.identifier !== '' && !OWN_IDENTIFIER.test(one.identifier) && (
                <span className="mono clip ml-auto max-w-140 shrink-0 text-11 text-text3" title={one.identifier}>
                  {one.identifier}
                </span>
              )}
            </span>
            <AuthorLine kind={one.annotator_kind} source={one.source} user={one.user_id} at={one.updated_at} />
            {one.result.explanation !== null && valueText(one.result) !== one.result.explanation && (
              <span className="verbatim line-clamp-3 text-11 text-text2">{one.result.explanation}</span>
            )}
          </li>
        ))}
      </ul>
      {data.more && <p className="pt-6 text-11 text-text3">Showing the newest annotations. Press A to see all of them.</p>}
    </>
  );
}

function valueText({ label, score, explanation }: { label: string | null; score: number | null; explanation: string | null }): string {
  const parts = [label, score === null ? null : scoreText(score)].filter((one) => one !== null && one !== '');
  return parts.length === 0 ? (explanation ?? '') : parts.join(' · ');
}
