import { Link } from '@tanstack/react-router';
import type { SpanSearchHit, SpanSnippet } from '#contracts/search/span-search.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { KindMark, lookOfKind } from '#web/ui/kind-mark.tsx';
import { MarkedText } from './marked-text.tsx';

interface HitLineProps {
  readonly hit: SpanSearchHit;
  readonly href: string;
  readonly onOpen: () => void;
  /** The other spans of its trace that were found. */
  readonly others?: OtherSpans;
}

interface OtherSpans {
  readonly count: number;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** A span that was found: what it is, where and when, and the texts that match. */
export function HitLine({ hit, href, onOpen, others }: HitLineProps) {
  return (
    <div
      role="row"
      className="relative flex flex-col gap-2 border-b border-line1 px-12 py-8 hover:bg-bg2 has-focus-visible:bg-sel"
    >
      <div role="cell" className="flex min-w-0 items-center gap-8 max-md:flex-wrap max-md:gap-y-0">
        <KindMark look={lookOfKind(hit.span_kind)} />
        <Link
          to={href}
          onClick={onOpen}
          className="clip min-w-0 font-medium after:absolute after:inset-0"
        >
          {shownName(hit.name)}
        </Link>
        {hit.status_code === 'ERROR' && (
          <span className="tone-error shrink-0 rounded-chip bg-tint px-6 text-12 leading-20 text-tone">
            Error
          </span>
        )}
        {others !== undefined && others.count > 0 && (
          <button
            type="button"
            aria-expanded={others.isShown}
            onClick={others.onToggle}
            className="touch relative z-1 shrink-0 text-12 text-link hover:underline"
          >
            {others.isShown ? 'Hide' : '+'} {plural(others.count, 'more span')}
            <span className="max-md:hidden"> in this trace</span>
          </button>
        )}
        <span className="ml-auto flex min-w-0 shrink-0 items-baseline gap-8 text-12 max-md:ml-0 max-md:w-full max-md:justify-between">
          <span className="clip max-w-200 min-w-0 text-text2">{hit.project.name}</span>
          <span
            className="nums w-100 shrink-0 text-right text-text3 max-md:w-auto"
            title={isoWithZone(Date.parse(hit.start_time))}
          >
            {formatWhen(hit.start_time, Date.now())}
          </span>
        </span>
      </div>
      {hit.snippets.map((snippet, index) => (
        <div
          key={index}
          role="cell"
          className="flex min-w-0 items-baseline gap-8 pl-26 text-12 max-md:items-stretch max-md:flex-col max-md:gap-0 max-md:pl-0"
        >
          {/* Cut at its beginning: the end of a long key says what it is. */}
          <span
            dir="rtl"
            className="mono clip w-180 shrink-0 text-left text-11 leading-20 text-text3 max-md:w-auto"
            title={placeOf(snippet)}
          >
            <bdi dir="ltr">{placeOf(snippet)}</bdi>
          </span>
          <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere text-text2 max-md:line-clamp-3">
            <MarkedText {...snippet} />
          </span>
        </div>
      ))}
    </div>
  );
}

const FIELDS: Readonly<Record<SpanSnippet['field'], string>> = {
  name: 'name',
  attribute: 'attribute',
  event: 'event',
  link: 'link',
  error: 'error message',
};

function placeOf({ field, key }: SpanSnippet): string {
  if (key === null) return FIELDS[field];
  return field === 'attribute' ? key : `${FIELDS[field]}: ${key}`;
}
