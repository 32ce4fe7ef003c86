import { useEffect, useState } from 'react';
import { plural } from '../../lib/format-number.ts';
import { ValueClient } from '../../lib/value-client.ts';
import type { DiffPart } from '../../lib/value-protocol.ts';
import { SkeletonRows } from '../states.tsx';

/** Of each text so much is compared: what differs later is not what one looks for. */
const COMPARED_CHARS = 300_000;
/** Of what is unchanged this much stays around a change; the rest is cut out. */
const AROUND_CHARS = 400;
const PARTS_MAX = 3000;
/** Shorter waits show nothing: a flash at each step would be worse. */
const LATE_MS = 150;

/** Two texts as one, with what went and what came marked by colour, line and sign. Compared in a thread of its own, within a time. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const [parts, setParts] = useState<readonly DiffPart[] | null | undefined>(undefined);
  const isLate = useLate(parts === undefined);
  useEffect(() => {
    if (before === after) {
      setParts([{ text: after, change: null }]);
      return undefined;
    }
    const client = new ValueClient();
    setParts(undefined);
    client.ask({ type: 'diff', before: before.slice(0, COMPARED_CHARS), after: after.slice(0, COMPARED_CHARS) }).then(
      (answer) => setParts(answer.parts ?? null),
      () => setParts(null),
    );
    return () => client.stop();
  }, [before, after]);
  if (parts === undefined) return isLate ? <SkeletonRows rows={3} height={24} /> : <div className="h-72" />;
  if (parts === null)
    return <p className="px-16 py-12 text-13 text-text3">These two values have too little in common to compare them in a few seconds.</p>;
  const changes = parts.filter((part) => part.change !== null).length;
  return (
    <>
      <p role="status" className="nums shrink-0 border-b border-line1 px-12 py-6 text-12 text-text2">
        {changes === 0 ? 'The two values are the same.' : plural(changes, 'change')}
        {Math.max(before.length, after.length) > COMPARED_CHARS && ' Only the first 300,000 characters are compared.'}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <div tabIndex={0} className="mono verbatim min-h-0 flex-1 overflow-auto px-16 py-8">
        {parts.slice(0, PARTS_MAX).map((part, index) => (
          <Part key={index} part={part} />
        ))}
        {parts.length > PARTS_MAX && <p className="text-text3">… {plural(parts.length - PARTS_MAX, 'more piece')}</p>}
      </div>
    </>
  );
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

function Part({ part }: { part: DiffPart }) {
  if (part.change === 'added') return <ins className="tone-ok bg-tint text-tone no-underline">{part.text}</ins>;
  if (part.change === 'removed') return <del className="tone-error bg-tint text-tone">{part.text}</del>;
  return part.text.length <= AROUND_CHARS * 3 ? (
    part.text
  ) : (
    <>
      {part.text.slice(0, AROUND_CHARS)}
      <span className="block py-4 text-text3">
        … {(part.text.length - 2 * AROUND_CHARS).toLocaleString('en-US')} characters unchanged …
      </span>
      {part.text.slice(-AROUND_CHARS)}
    </>
  );
}
