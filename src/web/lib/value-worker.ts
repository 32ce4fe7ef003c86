import { diffLines, diffWordsWithSpace } from 'diff';
import type { ChangeObject } from 'diff';
import { parseExactJson } from './exact-json.ts';
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
    tree = treeOf(request.text);
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

/** Null for what is no JSON. */
function treeOf(text: string): JsonTree | null {
  try {
    return new JsonTree(parseExactJson(text));
  } catch {
    return null;
  }
}

/** Null when it would take too long. */
function diffOf(before: string, after: string): readonly DiffPart[] | null {
  const until = performance.now() + DIFF_MS_MAX;
  const options = { timeout: DIFF_MS_MAX };
  const areShort = before.length + after.length <= WORDS_CHARS_MAX;
  const parts = areShort ? diffWordsWithSpace(before, after, options) : diffLines(before, after, options);
  if (parts === undefined) return null;
  const found = parts.map(partOf);
  return areShort ? found : inWords(found, until);
}

/** Lines that were changed, rather than came or went, word by word: as far as there is time. */
function inWords(parts: readonly DiffPart[], until: number): readonly DiffPart[] {
  return parts.flatMap((part, at): readonly DiffPart[] => {
    const [before, next] = [parts[at - 1], parts[at + 1]];
    if (part.change === 'added' && before?.change === 'removed' && isWorthWords(before, part)) return [];
    if (part.change !== 'removed' || next?.change !== 'added' || !isWorthWords(part, next)) return [part];
    const timeout = until - performance.now();
    const words = timeout > 0 ? diffWordsWithSpace(part.text, next.text, { timeout }) : undefined;
    return words === undefined ? [part, next] : words.map(partOf);
  });
}

function isWorthWords(removed: DiffPart, added: DiffPart): boolean {
  return removed.text.length + added.text.length <= WORDS_CHARS_MAX;
}

function partOf({ value, added, removed }: ChangeObject<string>): DiffPart {
  return { text: value, change: added ? 'added' : removed ? 'removed' : null };
}
