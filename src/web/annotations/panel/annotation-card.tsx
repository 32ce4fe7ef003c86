import { useParams } from '@tanstack/react-router';
import * as Primitive from 'radix-ui/popover';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { markedRow, markedThing, type MarkedThing } from './marked-thing.ts';
import { useCloseOnBack } from '#web/platform/address/close-on-back.ts';
import { useQuery } from '@tanstack/react-query';
import { cardAnnotationsOptions } from './card-annotations.calls.ts';
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
function CardAnnotations({ project, thing, name }: CardAnnotationsProps) {
  const { data, error, refetch } = useQuery(cardAnnotationsOptions(project, thing, name));
  if (data === undefined)
    return error === null ? (
      <div role="status" className="text-12 text-text3">
        Reading…
      </div>
    ) : (
      <FailedLine what="Annotations" error={error} onRetry={() => void refetch()} />
    );
  if (data.annotations.length === 0)
    return <div className="text-12 text-text3">No annotations yet.</div>;
  return (
    <>
      <ul className="flex flex-col gap-6">
        {data.annotations.map((one) => (
          <li key={one.id} className="flex flex-col gap-2">
            <span className="flex min-w-0 items-baseline gap-6 text-12">
              {name === null && (
                <span className="clip max-w-120 shrink-0 text-text3">{one.name}</span>
              )}
              <span className="verbatim line-clamp-2 min-w-0 font-medium">
                {valueText(one.result)}
              </span>
              {one.identifier !== '' && !OWN_IDENTIFIER.test(one.identifier) && (
                <span
                  className="mono clip ml-auto max-w-140 shrink-0 text-11 text-text3"
                  title={one.identifier}
                >
                  {one.identifier}
                </span>
              )}
            </span>
            <AuthorLine
              kind={one.annotator_kind}
              source={one.source}
              user={one.user_id}
              at={one.updated_at}
            />
            {one.result.explanation !== null &&
              valueText(one.result) !== one.result.explanation && (
                <span className="verbatim line-clamp-3 text-11 text-text2">
                  {one.result.explanation}
                </span>
              )}
          </li>
        ))}
      </ul>
      {data.more && (
        <p className="pt-6 text-11 text-text3">
          Showing the newest annotations. Press A to see all of them.
        </p>
      )}
    </>
  );
}

function valueText({
  label,
  score,
  explanation,
}: {
  label: string | null;
  score: number | null;
  explanation: string | null;
}): string {
  const parts = [label, score === null ? null : scoreText(score)].filter(
    (one) => one !== null && one !== '',
  );
  return parts.length === 0 ? (explanation ?? '') : parts.join(' · ');
}

const OPEN_AFTER_MS = 350;
const CLOSE_AFTER_MS = 200;

interface Shown {
  readonly thing: MarkedThing;
  /** Null for all names. */
  readonly name: string | null;
  readonly anchor: HTMLElement;
  /** Asked for by its key: it takes the focus. */
  readonly byKey: boolean;
}

/**
 * A card with a thing's annotations and authors, on hover or focus of an annotation chip, and on W
 * for the current row. One for the whole page: rows of tables and of the tree have no handlers of
 * their own; they are found by `data-annotated` and `data-annotation-name`.
 */
export function AnnotationCard({ asked }: { asked: number }) {
  const { project } = useParams({ strict: false });
  const [shown, setShown] = useState<Shown | null>(null);
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const plan = useCallback((next: Shown | null, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => setShown((now) => (next === null || now?.anchor !== next.anchor ? next : now)),
      afterMs,
    );
  }, []);
  useChips(plan);
  useAnchor(shown?.anchor ?? null, id);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = (): void => {
    clearTimeout(timer.current);
    setShown(null);
  };
  const before = useCardByKey(asked, plan);
  useCloseOnBack(shown !== null, close);
  if (shown === null || project === undefined) return null;
  return (
    <Primitive.Root open onOpenChange={(open) => !open && close()}>
      <Primitive.Anchor virtualRef={{ current: shown.anchor }} />
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          aria-label={`Annotations of this ${shown.thing.target}`}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (shown.byKey && event.target instanceof HTMLElement) event.target.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (shown.byKey && before.current instanceof HTMLElement) before.current.focus();
          }}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => !shown.byKey && plan(null, CLOSE_AFTER_MS)}
          className="z-50 max-h-(--radix-popover-content-available-height) w-320 max-w-[calc(100vw-16px)] overflow-auto rounded-popover border border-line2 bg-bg2 px-10 py-8 text-text1 shadow-popover outline-none"
        >
          {shown.name !== null && (
            <p className="clip pb-4 text-11 font-medium text-text3">{shown.name}</p>
          )}
          <CardAnnotations project={project} thing={shown.thing} name={shown.name} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * Shows the card of the current row each time its key is pressed; what had the focus before is
 * where it goes back to.
 */
function useCardByKey(asked: number, plan: (next: Shown, afterMs: number) => void) {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (asked === 0) return;
    const row = markedRow();
    const thing = markedThing(row);
    if (!(row instanceof HTMLElement) || thing === null) return;
    before.current = document.activeElement;
    plan(
      {
        thing,
        name: null,
        anchor: row.querySelector<HTMLElement>('[data-annotation-name]') ?? row,
        byKey: true,
      },
      0,
    );
  }, [asked, plan]);
  return before;
}

/** Watches for chips under the pointer or with the focus. */
function useChips(plan: (next: Shown | null, afterMs: number) => void): void {
  useEffect(() => {
    const chipOf = (target: EventTarget | null): Shown | null => {
      const anchor =
        target instanceof Element ? target.closest<HTMLElement>('[data-annotation-name]') : null;
      const thing = markedThing(anchor);
      return anchor === null || thing === null
        ? null
        : { thing, name: anchor.dataset['annotationName'] || null, anchor, byKey: false };
    };
    const onOver = (event: PointerEvent): void => {
      const chip = event.pointerType === 'touch' ? null : chipOf(event.target);
      if (chip !== null) plan(chip, OPEN_AFTER_MS);
    };
    const onOut = (event: PointerEvent): void => {
      if (chipOf(event.target) !== null) plan(null, CLOSE_AFTER_MS);
    };
    const onFocus = (event: FocusEvent): void => {
      const chip =
        event.target instanceof Element && event.target.matches(':focus-visible')
          ? chipOf(event.target)
          : null;
      if (chip !== null) plan(chip, OPEN_AFTER_MS);
    };
    const onBlur = (event: FocusEvent): void => {
      if (chipOf(event.target) !== null) plan(null, 0);
    };
    // The card closes when its chip scrolls away or a click changes the chip.
    const onGone = (event: Event): void => {
      if (!(event.target instanceof Element && event.target.closest('[role="dialog"]') !== null))
        plan(null, 0);
    };
    const end = new AbortController();
    const { signal } = end;
    // The one that this was loaded for.
    const here = chipOf(
      document.querySelector('[data-annotation-name]:hover, [data-annotation-name]:focus-visible'),
    );
    if (here !== null) plan(here, OPEN_AFTER_MS);
    addEventListener('pointerover', onOver, { signal });
    addEventListener('pointerout', onOut, { signal });
    addEventListener('focusin', onFocus, { signal });
    addEventListener('focusout', onBlur, { signal });
    addEventListener('click', onGone, { signal });
    addEventListener('wheel', onGone, { signal, passive: true });
    return () => end.abort();
  }, [plan]);
}

/**
 * Ties the card to its chip for those who hear it; the browser's own notes under the pointer keep
 * quiet meanwhile.
 */
function useAnchor(anchor: HTMLElement | null, id: string): void {
  useEffect(() => {
    if (anchor === null) return undefined;
    const titled: (readonly [Element, string])[] = [];
    for (
      let one: Element | null = anchor;
      one !== null;
      one = one.hasAttribute('data-annotated') ? null : one.parentElement
    ) {
      const title = one.getAttribute('title');
      if (title === null) continue;
      titled.push([one, title]);
      one.removeAttribute('title');
    }
    anchor.setAttribute('aria-describedby', id);
    return () => {
      anchor.removeAttribute('aria-describedby');
      for (const [one, title] of titled)
        if (!one.hasAttribute('title')) one.setAttribute('title', title);
    };
  }, [anchor, id]);
}
