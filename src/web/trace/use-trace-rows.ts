import { useDeferredValue, useMemo, useState } from 'react';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import {
  carriedFolds,
  foldKind,
  foldableKinds,
  foldToDepth,
  withFold,
  initialFolds,
  nodesOfKind,
  searchTrace,
  visibleNodes,
  withNodeShown,
  type Folds,
} from './trace-fold.ts';
import { stepWhere } from './trace-steps.ts';
import { NODE_SPAN } from './trace-tree.ts';
import type { Services } from './waterfall/use-services.ts';
import type { TraceModel } from './use-trace-model.ts';

/** The actions of the fold menu and the keys; the fold state goes into the address. */
export interface FoldCommands {
  /** Everything folded to the roots, or everything opened. */
  readonly all: (folded: boolean) => void;
  /** Opened to a depth and folded below. */
  readonly depth: (depth: number) => void;
  /** All spans of a kind folded, or opened again. */
  readonly kind: (kind: number, folded: boolean) => void;
  /** How many spans of each kind can be folded. */
  readonly kinds: Int32Array;
}

const LLM = SPAN_KINDS.indexOf('LLM');

interface TraceRowsGiven {
  readonly model: TraceModel;
  readonly search: TraceSearch;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
  readonly selected: number;
  /** Error texts of failed spans, by row, for the search. */
  readonly errorTexts: ReadonlyMap<number, string>;
  readonly services: Services | null;
}

/** Which rows are on screen: what is folded, what was searched for, and in which view. */
export function useTraceRows({
  model,
  search,
  onSearch,
  selected,
  errorTexts,
  services,
}: TraceRowsGiven) {
  const { tree, columns } = model;
  const { folds, setFolds } = useFolds(model, () => {
    const deep = search.depth === undefined ? initialFolds(tree) : foldToDepth(tree, search.depth);
    const folded = SPAN_KINDS.findIndex((one) => one === search.fold);
    const opened = folded < 0 ? deep : foldKind(tree, columns, deep, folded, true);
    return search.span === undefined ? opened : withNodeShown(tree, opened, Math.max(0, selected));
  });
  const find = useDeferredValue(search.find ?? '');
  const kind =
    search.kind === undefined ? null : SPAN_KINDS.findIndex((one) => one === search.kind);
  const hits = useMemo(() => {
    const service =
      search.service === undefined || services === null
        ? null
        : { index: services.names.indexOf(search.service), indexes: services.indexes };
    return searchTrace(tree, columns, {
      text: find,
      kind,
      errorsOnly: search.errors === true,
      errorTexts,
      service,
    });
  }, [tree, columns, find, kind, search.errors, search.service, errorTexts, services]);
  const flat = search.view === 'llm';
  const visible = useMemo(
    () =>
      flat
        ? nodesOfKind(tree, columns, LLM, hits?.hits ?? null)
        : visibleNodes(tree, folds, hits?.kept ?? null),
    [tree, columns, flat, folds, hits],
  );
  /** Chooses a span; folds or opens what is none. */
  const choose = (node: number, pane: TraceSearch['pane']): void => {
    if (tree.type[node] !== NODE_SPAN)
      return setFolds((before) => withFold(before, node, before[node] !== 1));
    setFolds((before) => withNodeShown(tree, before, node));
    onSearch({ span: columns.spanIds[tree.span[node] ?? -1], pane });
  };
  /** To the next found span, or the one before. */
  const findStep = (by: 1 | -1): void => {
    const node =
      hits === null ? -1 : stepWhere(tree.size, selected, by, (one) => hits.hits[one] === 1);
    if (node >= 0) choose(node, 'tree');
  };
  const kinds = useMemo(() => foldableKinds(tree, columns, SPAN_KINDS.length), [tree, columns]);
  const toDepth = (depth: number | 'all'): void => {
    setFolds(foldToDepth(tree, depth));
    onSearch({ depth, fold: undefined });
  };
  const fold: FoldCommands = {
    all: (folded) => toDepth(folded ? 0 : 'all'),
    depth: toDepth,
    kind: (index, folded) => {
      setFolds((before) => foldKind(tree, columns, before, index, folded));
      onSearch({ fold: folded ? SPAN_KINDS[index] : undefined });
    },
    kinds,
  };
  const foldOne = (node: number): void =>
    setFolds((before) => withFold(before, node, before[node] !== 1));
  /** What was searched for, in step with the hits. */
  const sought = [find, kind, search.errors, search.service].join('\n');
  const found = hits === null ? null : { count: hits.count, number: numberOf(hits.hits, selected) };
  return { folds, setFolds, hits, sought, found, visible, flat, choose, findStep, fold, foldOne };
}

/** Which nodes are folded; a trace that grows keeps what its reader folded. */
function useFolds({ tree, columns }: TraceModel, first: () => Folds) {
  const [held, setHeld] = useState(() => ({ tree, columns, folds: first() }));
  const current =
    held.tree === tree ? held : { tree, columns, folds: carriedFolds(held, tree, columns) };
  if (current !== held) setHeld(current);
  const setFolds = (next: Folds | ((before: Folds) => Folds)): void =>
    setHeld((before) => ({
      ...before,
      folds: typeof next === 'function' ? next(before.folds) : next,
    }));
  return { folds: current.folds, setFolds };
}

/** The node of a span's id, else the first row that is a span; -1 in a trace without any. */
export function selectedNode({ tree, columns }: TraceModel, span: string | undefined): number {
  const row = span === undefined ? -1 : columns.spanIds.indexOf(span);
  return tree.nodeOfSpan[row] ?? tree.type.indexOf(NODE_SPAN);
}

/** Which of the found nodes one is, from 1; 0 when it is none. */
function numberOf(hits: Uint8Array, node: number): number {
  if (hits[node] !== 1) return 0;
  let number = 0;
  for (let at = 0; at <= node; at++) number += hits[at] ?? 0;
  return number;
}
