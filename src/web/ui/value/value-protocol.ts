import type { JsonRow } from './json-tree.ts';
import type { TextDiff } from './text-diff.ts';

/** Messages from the page to the thread in `value-worker.ts`. */
export type ValueQuestion =
  | { readonly type: 'open'; readonly text: string }
  | { readonly type: 'rows'; readonly from: number; readonly to: number }
  | { readonly type: 'toggle'; readonly node: number }
  | { readonly type: 'fold' }
  | { readonly type: 'find'; readonly text: string }
  | { readonly type: 'reveal'; readonly node: number }
  | { readonly type: 'read'; readonly node: number }
  | { readonly type: 'diff'; readonly before: string; readonly after: string };
export type ValueRequest = ValueQuestion & { readonly id: number };

/** The fields that the question has an answer for. */
export interface ValueAnswer {
  /** -1 when the text is no JSON. */
  readonly rowCount?: number;
  readonly rows?: readonly JsonRow[];
  readonly nodes?: readonly number[];
  readonly row?: number;
  readonly text?: string;
  readonly path?: readonly (string | number)[];
  readonly diff?: TextDiff;
}

export interface ValueReply {
  readonly id: number;
  readonly result: ValueAnswer;
}
