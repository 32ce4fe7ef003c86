import { diffLines, diffWordsWithSpace } from 'diff';
import { parseJson } from './json.ts';
import { JsonTree } from './json-tree.ts';
import type { DiffPart, ValueReply, ValueRequest } from './value-protocol.ts';

/**
 * The thread that takes great values apart, so that the page never waits: one value as a tree, and differences of two texts. What is asked
 * comes in order and is answered in order.
 */

/** Words are compared where texts are this short, lines above; and neither longer than a bound. */
const WORDS_CHARS_MAX = 20_000;
const DIFF_MS_MAX = 4000;

let tree: JsonTree | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ValueRequest>) => {
  self.postMessage({ id: data.id, result: answer(data) } satisfies ValueReply);
});

function answer(request: ValueRequest): ValueReply['result'] {
  if (request.type === 'diff') return { parts: diffOf(request.before, request.after) };
  if (request.type === 'open') {
    const value = parseJson(request.text);
    tree = value === undefined ? null : new JsonTree(value);
    return { rowCount: tree?.rowCount ?? -1 };
  }
  if (tree === null) return { rowCount: -1 };
  switch (request.type) {
    case 'rows':
      return { rows: tree.rows(request.from, request.to) };
    case 'toggle':
      tree.toggle(request.node);
      return { rowCount: tree.rowCount };
    case 'fold':
      tree.fold();
      return { rowCount: tree.rowCount };
    case 'find':
      return { nodes: tree.find(request.text) };
    case 'reveal':
      return { row: tree.reveal(request.node), rowCount: tree.rowCount };
    case 'read':
      return { text: tree.textOf(request.node), path: tree.pathOf(request.node) };
  }
}

/** Null when it would take too long. */
function diffOf(before: string, after: string): readonly DiffPart[] | null {
  const options = { timeout: DIFF_MS_MAX };
  const parts =
    before.length + after.length <= WORDS_CHARS_MAX ? diffWordsWithSpace(before, after, options) : diffLines(before, after, options);
  return parts === undefined
    ? null
    : parts.map(({ value, added, removed }) => ({ text: value, change: added ? 'added' : removed ? 'removed' : null }));
}
