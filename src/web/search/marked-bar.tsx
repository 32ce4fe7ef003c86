import { useEffect, useRef, useState, type RefObject } from 'react';
import { exactCount } from '#web/platform/text/format-number.ts';
import { IconButton } from '#web/ui/button.tsx';
import type { ContentMarks } from './content-marks.ts';

/** What is drawn has come to rest when it has not changed for so long. */
const QUIET_MS = 60;
/** What still holds no match then will not. */
const SETTLED_MS = 500;
/** The part of the screen above the match that one is led to. */
const ABOVE = 0.3;

interface MarkedBarProps {
  readonly marks: ContentMarks;
  /** Whose content is marked; it scrolls by its `[role="tabpanel"]`. */
  readonly section: RefObject<HTMLElement | null>;
  /** Called when what is shown holds no match. */
  readonly onNone: () => void;
  /** Called when it holds one. */
  readonly onFound: () => void;
  readonly onClose: () => void;
}

/** Marks what was searched for in a span, leads to it, and from one match to the next. */
export function MarkedBar({ marks, section, onNone, onFound, onClose }: MarkedBarProps) {
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);
  const isLed = useRef(false);
  const tell = useRef({ onNone, onFound });
  useEffect(() => {
    tell.current = { onNone, onFound };
  });
  useEffect(() => {
    const root = section.current;
    if (root === null) return undefined;
    isLed.current = false;
    const look = (): void => {
      const found = marks.rangesIn(root);
      setRanges(found);
      if (found.length === 0 || isLed.current) return;
      isLed.current = true;
      tell.current.onFound();
      const first = firstInPanel(root, found);
      setAt(first);
      scrollTo(root, found[first]);
    };
    const giveUp = (): void => {
      if (!isLed.current && root.getAttribute('aria-busy') !== 'true') tell.current.onNone();
    };
    return whenQuiet(root, look, giveUp);
  }, [marks, section]);
  useHighlight('found', ranges);
  useHighlight('found-now', ranges.slice(at, at + 1));
  const step = (by: 1 | -1): void => {
    const next = (at + by + ranges.length) % ranges.length;
    setAt(next);
    if (section.current !== null) scrollTo(section.current, ranges[next]);
  };
  return (
    <div
      role="toolbar"
      aria-label="Marks"
      className="flex h-36 shrink-0 items-center gap-4 border-t border-line1 px-12 text-12 text-text2"
    >
      <span className="clip min-w-0">
        Marked: <span className="text-text1">{marks.text}</span>
      </span>
      <span role="status" className="nums ml-auto shrink-0 text-text3">
        {ranges.length === 0
          ? 'No match here'
          : `${exactCount(Math.min(at, ranges.length - 1) + 1)} of ${exactCount(ranges.length)}`}
      </span>
      <IconButton
        icon="arrowUp"
        label="Previous match"
        disabled={ranges.length < 2}
        onClick={() => step(-1)}
      />
      <IconButton
        icon="arrowDown"
        label="Next match"
        disabled={ranges.length < 2}
        onClick={() => step(1)}
      />
      <IconButton icon="close" label="Remove marks" onClick={onClose} />
    </div>
  );
}

function firstInPanel(root: HTMLElement, ranges: readonly Range[]): number {
  const panel = root.querySelector('[role="tabpanel"]');
  return Math.max(
    0,
    ranges.findIndex((range) => panel?.contains(range.startContainer) === true),
  );
}

/** Calls `look` at first and after each change, and `giveUp` once nothing changes any more. */
function whenQuiet(root: HTMLElement, look: () => void, giveUp: () => void): () => void {
  let [quiet, settled] = [0, 0];
  const changed = (): void => {
    clearTimeout(quiet);
    clearTimeout(settled);
    quiet = window.setTimeout(look, QUIET_MS);
    settled = window.setTimeout(giveUp, SETTLED_MS);
  };
  const observer = new MutationObserver(changed);
  observer.observe(root, { childList: true, subtree: true, characterData: true });
  look();
  changed();
  return () => {
    observer.disconnect();
    clearTimeout(quiet);
    clearTimeout(settled);
  };
}

function scrollTo(root: HTMLElement, range: Range | undefined): void {
  if (range === undefined) return;
  for (let at = range.startContainer.parentElement; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  const panel = root.querySelector('[role="tabpanel"]');
  if (panel?.contains(range.startContainer) !== true) return;
  const [box, outer] = [range.getBoundingClientRect(), panel.getBoundingClientRect()];
  panel.scrollTop += box.top - outer.top - outer.height * ABOVE;
}

/** Browsers without highlights are led to the matches all the same. */
function useHighlight(name: string, ranges: readonly Range[]): void {
  useEffect(() => {
    if (!('highlights' in CSS)) return undefined;
    CSS.highlights.set(name, new Highlight(...ranges));
    return () => {
      CSS.highlights.delete(name);
    };
  }, [name, ranges]);
}
