import type { AnnotationSource, AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { useAuthorName } from '#web/accounts/use-author-names.ts';

const KINDS: Readonly<Record<AnnotatorKind, { readonly icon: IconName; readonly word: string }>> = {
  HUMAN: { icon: 'agent', word: 'Person' },
  LLM: { icon: 'llm', word: 'Model' },
  CODE: { icon: 'command', word: 'Code' },
};

interface AuthorLineProps {
  readonly kind: AnnotatorKind | null;
  readonly source: AnnotationSource;
  /** Global ID of who wrote it; null without authentication. */
  readonly user: string | null;
  readonly at: string;
}

/** Who annotated, on the page or by a program, and when. */
export function AuthorLine({ kind, source, user, at }: AuthorLineProps) {
  const look = kind === null ? null : KINDS[kind];
  const name = useAuthorName(user);
  return (
    <span className="nums inline-flex min-w-0 items-center gap-4 text-11 text-text3">
      {look !== null && (
        <>
          <Icon name={look.icon} size={12} />
          <span>{look.word}</span>
        </>
      )}
      <span className="clip">
        {[name, source === 'APP' ? 'on the page' : 'through the API']
          .filter((one) => one !== null)
          .join(' · ')}
      </span>
      <time dateTime={at} title={isoWithZone(Date.parse(at))} className="shrink-0">
        · {formatWhen(at, Date.now())}
      </time>
    </span>
  );
}
