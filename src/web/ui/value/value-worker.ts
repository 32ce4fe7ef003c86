import { parseExactJson } from '#web/platform/text/exact-json.ts';
import { JsonTree } from './json-tree.ts';
import { diffOf } from './text-diff.ts';
import type { ValueReply, ValueRequest } from './value-protocol.ts';

/**
 * The thread that parses large values, so that the page never waits: one value as a tree, and
 * differences of two texts. Requests are answered in order.
 */

let tree: JsonTree | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ValueRequest>) => {
  self.postMessage({ id: data.id, result: answer(data) } satisfies ValueReply);
});

function answer(request: ValueRequest): ValueReply['result'] {
  if (request.type === 'diff') return { diff: diffOf(request.before, request.after) };
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
