import { Fragment, useEffect, useMemo, useState } from 'react';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { mirroredDiff } from './mirrored-diff.ts';
import type { DiffPart, TextDiff } from './text-diff.ts';
import { ValueClient } from './value-client.ts';
import { SkeletonRows } from '#web/ui/states.tsx';

/** Of what is unchanged this much stays around a change; the rest is cut out. */
const AROUND_CHARS = 400;
/** And of what came or went this much. */
const CHANGED_CHARS = 100_000;
const PARTS_MAX = 3000;
const INLINE_CHARS_MAX = 60;
/** Shorter waits show nothing: a flash at each step would be worse. */
const LATE_MS = 150;

/**
 * Two texts as one, with removed and added parts marked by color, line and sign. Compared in a
 * thread, with a time limit.
 */
export function DiffText({ before, after }: { before: string; after: string }) {
  const diff = useDiff(before, after);
  const isLate = useLate(diff === undefined);
  if (diff === undefined)
    return isLate ? <SkeletonRows rows={3} height={24} /> : <div className="h-72" />;
  const { parts, comparedChars } = diff;
  if (parts === null)
    return (
      <p className="px-16 py-12 text-13 text-text3">
        These two values have too little in common to compare them in a few seconds.
      </p>
    );
  const changes = parts.filter((part) => part.change !== null).length;
  return (
    <>
      <p
        role="status"
        className="nums shrink-0 border-b border-line1 px-12 py-6 text-12 text-text2"
      >
        {changes === 0 ? 'The two values are the same.' : plural(changes, 'change')}
        {comparedChars !== null &&
          ` in the first ${exactCount(comparedChars)} characters from the first change on: they have little in common`}
      </p>
      <div tabIndex={0} className="mono verbatim min-h-0 flex-1 overflow-auto px-16 py-8">
        {parts.slice(0, PARTS_MAX).map((part, index) => (
          <Fragment key={index}>
            {isBelow(parts[index - 1], part) && <br />}
            <Part part={part} />
          </Fragment>
        ))}
        {parts.length > PARTS_MAX && (
          <p className="text-text3">… {plural(parts.length - PARTS_MAX, 'more piece')}</p>
        )}
      </div>
    </>
  );
}

interface Compared {
  readonly before: string;
  readonly after: string;
  readonly diff: TextDiff;
}

const UNKNOWN: TextDiff = { parts: null, comparedChars: null };

/** The differences; undefined until computed. */
function useDiff(before: string, after: string): TextDiff | undefined {
  const [known, setKnown] = useState<Compared | undefined>(undefined);
  const isOf = known !== undefined && known.before === before && known.after === after;
  // Of two texts that changed places all is known: asked again, the reader would lose the line.
  const isMirrored = known !== undefined && known.before === after && known.after === before;
  const isSame = before === after;
  if (!isOf && isMirrored) setKnown({ before, after, diff: mirroredDiff(known.diff) });
  const isKnown = isSame || isOf || isMirrored;
  useEffect(() => {
    if (isKnown) return undefined;
    const client = new ValueClient();
    client.ask({ type: 'diff', before, after }).then(
      (answer) => setKnown({ before, after, diff: answer.diff ?? UNKNOWN }),
      () => setKnown({ before, after, diff: UNKNOWN }),
    );
    return () => client.stop();
  }, [before, after, isKnown]);
  const same = useMemo(
    (): TextDiff => ({ parts: [{ text: after, change: null }], comparedChars: null }),
    [after],
  );
  if (isSame) return same;
  return isOf ? known.diff : undefined;
}

/** Whether something has been going on for so long that it should be seen to go on. */
function useLate(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = isOn ? setTimeout(() => setLate(true), LATE_MS) : undefined;
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn]);
  return isLate;
}

/**
 * Whether an added part is on its own line: after a long removed part it is read as a text, not as
 * a word.
 */
function isBelow(before: DiffPart | undefined, part: DiffPart): boolean {
  return (
    part.change === 'added' &&
    before?.change === 'removed' &&
    before.text.length > INLINE_CHARS_MAX &&
    !before.text.endsWith('\n')
  );
}

function Part({ part }: { part: DiffPart }) {
  if (part.change === 'added')
    return <ins className="tone-ok bg-tint text-tone no-underline">{beginningOf(part.text)}</ins>;
  if (part.change === 'removed')
    return (
      <del className="tone-error bg-tint text-tone underline decoration-dotted underline-offset-2">
        {beginningOf(part.text)}
      </del>
    );
  if (part.text.length <= AROUND_CHARS * 3) return part.text;
  const [first, last] = [part.text.slice(0, AROUND_CHARS), part.text.slice(-AROUND_CHARS)];
  // Whole lines, where there are any.
  const begin = first.slice(0, first.lastIndexOf('\n') + 1) || first;
  const end = last.slice(last.indexOf('\n') + 1);
  return (
    <>
      {begin}
      <span className="block py-4 text-text3">
        … {exactCount(part.text.length - begin.length - end.length)} characters unchanged …
      </span>
      {end}
    </>
  );
}

function beginningOf(text: string): string {
  return text.length <= CHANGED_CHARS
    ? text
    : `${text.slice(0, CHANGED_CHARS)} … ${exactCount(text.length - CHANGED_CHARS)} characters more`;
}
