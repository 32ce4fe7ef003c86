import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { exactCount, formatCost, plural } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { layOutGraph } from '#web/trace/graph-layout.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import { readableGraph, type Step, type TraceGraph } from '#web/trace/trace-graph.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyNote } from '#web/ui/states.tsx';
import { KindMark, lookOfKindIndex } from '#web/ui/kind-mark.tsx';
import { GraphEdges } from './graph-edges.tsx';
import { NODE_HEIGHT, NODE_WIDTH, boxesOf, type Box } from './graph-boxes.ts';
import type { TraceModel } from '#web/trace/use-trace-model.ts';

/** More steps than this can't be distinguished on one screen. */
const STEPS_MAX = 60;

interface GraphViewProps {
  readonly model: TraceModel;
  /** 1 for each node that was searched for; null without a search. */
  readonly hits: Uint8Array | null;
  readonly selected: number;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
}

/**
 * The trace as a graph of its steps: spans of one kind and name are one, with who called whom and
 * what followed what. Large traces merge more.
 */
export function GraphView({ model, hits, selected, onSearch }: GraphViewProps) {
  const { graph, isReadable } = useMemo(
    () => readableGraph(model.tree, model.columns, model.times, STEPS_MAX),
    [model],
  );
  const boxes = useMemo(() => {
    if (!isReadable) return [];
    const calls = graph.edges.filter(({ way }) => way === 'calls');
    return boxesOf(layOutGraph(graph.steps.length, calls));
  }, [graph, isReadable]);
  const at = graph.steps.findIndex(({ nodes }) => nodes.includes(selected));
  const choose = (node: number | undefined): void => {
    if (node !== undefined)
      onSearch({ span: model.columns.spanIds[model.tree.span[node] ?? -1], pane: 'tree' });
  };
  const step = graph.steps[at];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isReadable ? (
        <>
          <MergeNote graph={graph} />
          <StepMap
            graph={graph}
            boxes={boxes}
            hits={hits}
            chosen={at}
            onChoose={(index) => choose(graph.steps[index]?.nodes[0])}
          />
        </>
      ) : (
        <Unreadable graph={graph} onTree={() => onSearch({ view: undefined })} />
      )}
      {step !== undefined && (
        <div className="nums flex h-36 shrink-0 items-center gap-8 overflow-hidden border-t border-line1 px-12 text-12 whitespace-nowrap text-text2">
          <strong className="clip font-semibold text-text1">{shownName(step.name)}</strong>
          <span>
            {exactCount(step.nodes.indexOf(selected) + 1)} of {exactCount(step.nodes.length)}
          </span>
          <IconButton
            icon="arrowUp"
            label="Previous span of this step"
            onClick={() => choose(step.nodes.at(step.nodes.indexOf(selected) - 1))}
          />
          <IconButton
            icon="arrowDown"
            label="Next span of this step"
            onClick={() =>
              choose(step.nodes[(step.nodes.indexOf(selected) + 1) % step.nodes.length])
            }
          />
          <span className="clip min-w-0 text-text3">{figuresOf(step)}</span>
          <span className="ml-auto" />
          <Button
            look="quiet"
            onClick={() => onSearch({ view: undefined, find: findTextOf(step, graph) })}
          >
            Find in the tree
          </Button>
        </div>
      )}
      <StepTable graph={graph} isOpen={!isReadable} />
    </div>
  );
}

/**
 * The search that finds the spans of a step in the tree: for merged names, the text before their
 * first number.
 */
function findTextOf({ name }: Step, { merge }: TraceGraph): string {
  return merge === 'pattern' ? (name.split('#')[0] ?? '').trim() || name : name;
}

/** How spans became steps, where it isn't by name alone, and what is not shown. */
function MergeNote({ graph }: { graph: TraceGraph }) {
  if (graph.merge === 'name' && graph.leftOut === 0) return null;
  const how = {
    name: '',
    depth: 'Spans with the same name at the same depth are one step.',
    pattern: 'Spans at the same depth whose names differ only in numbers are one step.',
  }[graph.merge];
  return (
    <p className="shrink-0 px-16 pt-8 text-12 text-text3">
      {how}
      {graph.leftOut > 0 &&
        ` Only the ${STEPS_MAX} longest steps are shown; ${plural(graph.leftOut, 'other step')} left out.`}
    </p>
  );
}

/** In place of a graph whose lines would only cross each other. */
function Unreadable({ graph, onTree }: { graph: TraceGraph; onTree: () => void }) {
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <EmptyNote title="This trace is too tangled for a graph">
        <p>
          This trace has {plural(graph.steps.length + graph.leftOut, 'different step')} that call
          each other in too many ways to follow by eye, also when spans of the same name and depth
          are merged. The tree shows every span; the table below sums up the{' '}
          {graph.leftOut > 0 ? `${STEPS_MAX} longest steps` : 'steps'}.
        </p>
        <Button look="accent" onClick={onTree}>
          Show the tree
        </Button>
      </EmptyNote>
    </div>
  );
}

function figuresOf(step: Step): string {
  return [
    `${formatDuration(step.totalMs)} in all`,
    `own ${formatDuration(step.selfMs)}`,
    ...(step.errors > 0 ? [plural(step.errors, 'error')] : []),
    ...(step.tokens > 0 ? [`${exactCount(step.tokens)} tokens`] : []),
    ...(step.costUsd > 0 ? [formatCost(step.costUsd)] : []),
  ].join(' · ');
}

interface StepMapProps {
  readonly graph: TraceGraph;
  readonly boxes: readonly Box[];
  readonly hits: Uint8Array | null;
  readonly chosen: number;
  readonly onChoose: (step: number) => void;
}

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The steps as buttons over their edges; the arrows go to the nearest in their direction. */
function StepMap({ graph, boxes, hits, chosen, onChoose }: StepMapProps) {
  const map = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(Math.max(0, chosen));
  const block = useRef<ScrollLogicalPosition>('center');
  // The layers are centred on each other: in a tall graph even the first step lies far below the
  // top.
  useEffect(() => {
    const steps = map.current?.querySelectorAll('button');
    steps?.[Math.max(0, chosen)]?.scrollIntoView({ block: block.current, inline: 'nearest' });
    block.current = 'nearest';
  }, [chosen, boxes]);
  const move = (event: KeyboardEvent): void => {
    const way = WAYS[event.key];
    const to = way === undefined ? -1 : nearest(boxes, focused, way);
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (to >= 0) map.current?.querySelectorAll<HTMLElement>('button')[to]?.focus();
  };
  const width = Math.max(...boxes.map(({ x }) => x + NODE_WIDTH), 0) + 24;
  const height = Math.max(...boxes.map(({ y }) => y + NODE_HEIGHT), 0) + 40;
  const longest = Math.max(...graph.steps.map(({ totalMs }) => totalMs), 1);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div
        ref={map}
        role="group"
        aria-label="Steps of the trace"
        className="relative m-16"
        style={{ width, height }}
      >
        <GraphEdges
          edges={graph.edges}
          boxes={boxes}
          width={width}
          height={height}
          chosen={chosen}
        />
        {graph.steps.map((step, index) => (
          <button
            key={`${step.kind} ${step.depth} ${step.name}`}
            type="button"
            aria-pressed={index === chosen}
            tabIndex={index === focused ? 0 : -1}
            onFocus={() => setFocused(index)}
            onKeyDown={move}
            onClick={() => onChoose(index)}
            title={`${step.name}\n${figuresOf(step)}`}
            className={`absolute flex flex-col justify-center gap-2 overflow-hidden rounded-control border bg-bg1 px-8 text-left hover:bg-bg2 ${hits !== null && !step.nodes.some((node) => hits[node] === 1) ? 'opacity-40' : ''} ${index === chosen ? 'border-focus' : step.errors > 0 ? 'tone-error border-bar' : 'border-line2'}`}
            style={{
              left: boxes[index]?.x ?? 0,
              top: boxes[index]?.y ?? 0,
              width: NODE_WIDTH,
              height: NODE_HEIGHT,
            }}
          >
            <StepFace step={step} share={step.totalMs / longest} />
          </button>
        ))}
      </div>
    </div>
  );
}

function StepFace({ step, share }: { step: Step; share: number }) {
  return (
    <>
      <span className="flex w-full min-w-0 items-center gap-6">
        <KindMark look={lookOfKindIndex(step.kind)} />
        <span className="clip min-w-0 flex-1 text-12 text-text1">{shownName(step.name)}</span>
        {step.nodes.length > 1 && (
          <span className="nums shrink-0 text-11 text-text3">
            × {exactCount(step.nodes.length)}
          </span>
        )}
      </span>
      <span className="nums flex w-full items-center gap-6 text-11 text-text3">
        {formatDuration(step.totalMs)}
        {step.errors > 0 && (
          <span className="tone-error text-tone">{plural(step.errors, 'error')}</span>
        )}
      </span>
      <span
        className={`${lookOfKindIndex(step.kind).tone} absolute bottom-0 left-0 h-2 bg-bar`}
        style={{ width: `${share * 100}%` }}
        aria-hidden="true"
      />
    </>
  );
}

/** The nearest box in a direction; what lies aside counts three times as far. */
function nearest(
  boxes: readonly Box[],
  from: number,
  [right, down]: readonly [number, number],
): number {
  const start = boxes[from];
  let best = -1;
  let least = Infinity;
  for (const [index, box] of boxes.entries()) {
    if (start === undefined || index === from) continue;
    const [x, y] = [box.x - start.x, box.y - start.y];
    const along = x * right + y * down;
    const aside = Math.abs(x * down + y * right);
    if (along <= 0 || along + aside * 3 >= least) continue;
    best = index;
    least = along + aside * 3;
  }
  return best;
}

/** The same in words, for those who do not see the picture, and for copying. */
function StepTable({ graph, isOpen }: { graph: TraceGraph; isOpen: boolean }) {
  const byDepth = graph.merge !== 'name';
  const edgesOf = (from: number, way: 'calls' | 'then'): string =>
    graph.edges
      .filter((edge) => edge.from === from && edge.way === way)
      .map((edge) => `${graph.steps[edge.to]?.name ?? ''} × ${exactCount(edge.count)}`)
      .join(', ');
  return (
    <details
      open={isOpen}
      className="max-h-[45%] shrink-0 overflow-auto border-t border-line1 px-12 py-6"
    >
      <summary className="text-12 text-text2 hover:text-text1">As a table</summary>
      <table className="nums mt-6 w-full text-left text-12 [&_td]:py-2 [&_td]:pr-16 [&_td]:align-top [&_th]:pr-16 [&_th]:font-normal">
        <thead className="text-11 text-text3">
          <tr>
            {[
              'Step',
              ...(byDepth ? ['Depth'] : []),
              'Kind',
              'Spans',
              'Errors',
              'Time in all',
              'Calls',
              'Then',
            ].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {graph.steps.map((step, index) => (
            <tr key={`${step.kind} ${step.depth} ${step.name}`} className="border-t border-line1">
              <th scope="row" className="verbatim min-w-120">
                {shownName(step.name)}
              </th>
              {byDepth && <td>{exactCount((step.depth ?? 0) + 1)}</td>}
              <td>{lookOfKindIndex(step.kind).label}</td>
              <td>{exactCount(step.nodes.length)}</td>
              <td>{step.errors === 0 ? '' : exactCount(step.errors)}</td>
              <td className="whitespace-nowrap">{formatDuration(step.totalMs)}</td>
              <td className="verbatim">{edgesOf(index, 'calls')}</td>
              <td className="verbatim">{edgesOf(index, 'then')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
