import { marksIn, parseTextSearch, type TextSearch } from '#core/search/text-search.ts';

/** Finds what was searched for in texts, and in what is on screen, by the server's own words. */
export interface ContentMarks {
  readonly text: string;
  /** The place of the first match; -1 without one. */
  readonly firstIn: (text: string) => number;
  /** The matches on screen, in order. */
  readonly rangesIn: (root: HTMLElement) => readonly Range[];
}

const RANGES_MAX = 1_000;
/** Texts beside each other that a reader takes for one: marks may go on from one to the next. */
const INLINE = new Set([
  'A',
  'B',
  'CODE',
  'DEL',
  'EM',
  'I',
  'MARK',
  'SPAN',
  'STRONG',
  'SUB',
  'SUP',
]);
const CONTROLS = 'button, [role="tablist"], [role="toolbar"], select, script, style';
/** Ends a word, and is none. */
const BETWEEN = '\n';

/** Null for a text without a word. */
export function contentMarks(text: string): ContentMarks | null {
  const search = parseTextSearch(text);
  return search === null
    ? null
    : {
        text,
        firstIn: (other) => marksIn(search, other, 1)[0]?.start ?? -1,
        rangesIn: (root) => rangesIn(root, search),
      };
}

function rangesIn(root: HTMLElement, search: TextSearch): readonly Range[] {
  const ranges: Range[] = [];
  for (const nodes of blocksOf(root)) {
    if (ranges.length >= RANGES_MAX) break;
    const text = nodes.map(({ data }) => data).join(BETWEEN);
    for (const { start, end } of marksIn(search, text, RANGES_MAX - ranges.length)) {
      const range = rangeOf(nodes, start, end);
      if (range !== null) ranges.push(range);
    }
  }
  return ranges;
}

/** The texts under an element, those of one paragraph together. */
function blocksOf(root: HTMLElement): readonly (readonly Text[])[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, {
    acceptNode: (node) =>
      node instanceof Element
        ? node.matches(CONTROLS)
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_SKIP
        : NodeFilter.FILTER_ACCEPT,
  });
  const blocks: { readonly of: Element | null; readonly nodes: Text[] }[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const of = blockOf(node);
    const last = blocks.at(-1);
    if (last !== undefined && last.of === of) last.nodes.push(node);
    else blocks.push({ of, nodes: [node] });
  }
  return blocks.map(({ nodes }) => nodes);
}

function blockOf(node: Text): Element | null {
  let element = node.parentElement;
  while (element !== null && INLINE.has(element.tagName)) element = element.parentElement;
  return element;
}

/** The range of a part of texts that are joined by a character. */
function rangeOf(nodes: readonly Text[], start: number, end: number): Range | null {
  const range = document.createRange();
  let [from, isBegun] = [0, false];
  for (const node of nodes) {
    const to = from + node.data.length;
    if (!isBegun && start < to) {
      range.setStart(node, Math.max(0, start - from));
      isBegun = true;
    }
    if (isBegun && end <= to) {
      range.setEnd(node, Math.max(0, end - from));
      return range;
    }
    from = to + BETWEEN.length;
  }
  return null;
}
