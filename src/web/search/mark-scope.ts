import { createContext, use, useEffect, useState } from 'react';
import { whenReached } from '#web/platform/browser/lazy-part.ts';
import type { ContentMarks } from './content-marks.ts';

/** What is marked in the content of a span; null where nothing is. */
export const MarkScope = createContext<ContentMarks | null>(null);

/** The marks of a text that was searched for, once their code is loaded; null without a text. */
export function useMarksOf(text: string | undefined): ContentMarks | null {
  const [marks, setMarks] = useState<ContentMarks | null>(null);
  useEffect(() => {
    setMarks(null);
    if (text === undefined) return undefined;
    let isLeft = false;
    const load = whenReached(() => import('./content-marks.ts'));
    void load().then(({ contentMarks }) => {
      if (!isLeft) setMarks(contentMarks(text));
    });
    return () => {
      isLeft = true;
    };
  }, [text]);
  return marks;
}

/** Where the first mark in a text is; -1 without one. */
export function useFirstMark(text: string | null): number {
  const marks = use(MarkScope);
  return marks === null || text === null ? -1 : marks.firstIn(text);
}
