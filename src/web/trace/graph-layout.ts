/**
 * Where each node of a graph is drawn: its layer from the left, and its place in the layer from the
 * top.
 */
export interface GraphPlaces {
  readonly layer: Int32Array;
  readonly place: Int32Array;
  /** Nodes in each layer. */
  readonly sizes: readonly number[];
}

interface Edge {
  readonly from: number;
  readonly to: number;
}

/**
 * A simple layered layout (Sugiyama): edges that close a cycle are set aside, each node is one
 * layer after its last predecessor, and within a layer nodes are near their predecessors, in the
 * given order if equal.
 */
export function layOutGraph(count: number, edges: readonly Edge[]): GraphPlaces {
  const forward = withoutCircles(count, edges);
  const layer = longestPaths(count, forward);
  const layers: number[][] = [];
  for (let node = 0; node < count; node++) (layers[layer[node] ?? 0] ??= []).push(node);
  const place = new Int32Array(count);
  for (const nodes of layers) {
    const near = new Map(nodes.map((node) => [node, meanPlace(forward, place, node)]));
    nodes.sort((a, b) => (near.get(a) ?? 0) - (near.get(b) ?? 0) || a - b);
    for (const [at, node] of nodes.entries()) place[node] = at;
  }
  return { layer, place, sizes: layers.map((nodes) => nodes.length) };
}

/** The edges without those that lead back to where the search came from. */
function withoutCircles(count: number, edges: readonly Edge[]): readonly Edge[] {
  const next = Array.from({ length: count }, (): Edge[] => []);
  for (const edge of edges) if (edge.from !== edge.to) next[edge.from]?.push(edge);
  const UNSEEN = 0;
  const OPEN = 1;
  const DONE = 2;
  const state = new Uint8Array(count);
  const kept: Edge[] = [];
  const visit = (start: number): void => {
    const stack: { node: number; at: number }[] = [{ node: start, at: 0 }];
    state[start] = OPEN;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = next[top.node]?.[top.at];
      top.at += 1;
      if (edge === undefined) {
        state[top.node] = DONE;
        stack.pop();
      } else if (state[edge.to] !== OPEN) {
        kept.push(edge);
        if (state[edge.to] === UNSEEN) {
          state[edge.to] = OPEN;
          stack.push({ node: edge.to, at: 0 });
        }
      }
    }
  };
  const led = new Set(edges.filter(({ from, to }) => from !== to).map(({ to }) => to));
  // From where nothing leads to first, so that circles are cut where they were entered.
  for (let node = 0; node < count; node++) if (!led.has(node)) visit(node);
  for (let node = 0; node < count; node++) if (state[node] === UNSEEN) visit(node);
  return kept;
}

function longestPaths(count: number, edges: readonly Edge[]): Int32Array {
  const layer = new Int32Array(count);
  // At most one round for each layer: the edges have no circles.
  for (let moved = true; moved;) {
    moved = false;
    for (const { from, to } of edges) {
      if ((layer[to] ?? 0) > (layer[from] ?? 0)) continue;
      layer[to] = (layer[from] ?? 0) + 1;
      moved = true;
    }
  }
  return layer;
}

function meanPlace(edges: readonly Edge[], place: Int32Array, node: number): number {
  const places = edges.filter(({ to }) => to === node).map(({ from }) => place[from] ?? 0);
  return places.length === 0 ? 0 : places.reduce((sum, one) => sum + one, 0) / places.length;
}
