import { exactCount } from '#web/platform/text/format-number.ts';
import type { StepEdge } from '#web/trace/trace-graph.ts';
import { NODE_HEIGHT, NODE_WIDTH, type Box } from './graph-boxes.ts';

interface GraphEdgesProps {
  readonly edges: readonly StepEdge[];
  readonly boxes: readonly Box[];
  readonly width: number;
  readonly height: number;
  readonly chosen: number;
}

/**
 * Calls as solid lines, sequence as dashed ones; those of the selected step are emphasized, with
 * their counts. The table has the same as text.
 */
export function GraphEdges({ edges, boxes, width, height, chosen }: GraphEdgesProps) {
  return (
    <svg
      width={width}
      height={height}
      className="pointer-events-none absolute inset-0 overflow-visible"
      aria-hidden="true"
    >
      <defs>
        {['quiet', 'strong'].map((look) => (
          <marker
            key={look}
            id={`arrow-${look}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path
              d="M1 1 7 4 1 7"
              fill="none"
              stroke={look === 'quiet' ? 'var(--line3)' : 'var(--focus)'}
              strokeWidth="1.4"
            />
          </marker>
        ))}
      </defs>
      {edges.map((edge) => {
        const [from, to] = [boxes[edge.from], boxes[edge.to]];
        if (from === undefined || to === undefined) return null;
        const strong = edge.from === chosen || edge.to === chosen;
        // Sequence edges are drawn only for the selected step: all at once would hide the calls.
        if (edge.way === 'then' && !strong) return null;
        const { path, label } = curve(from, to, edge);
        return (
          <g key={`${edge.way} ${edge.from} ${edge.to}`}>
            <path
              d={path}
              fill="none"
              stroke={strong ? 'var(--focus)' : 'var(--line3)'}
              strokeWidth={strong ? 1.6 : 1.1}
              strokeDasharray={edge.way === 'then' ? '3 4' : undefined}
              markerEnd={`url(#arrow-${strong ? 'strong' : 'quiet'})`}
            />
            {edge.count > 1 && (
              <text
                x={label.x}
                y={label.y}
                textAnchor="middle"
                className="nums fill-text3 text-11 [paint-order:stroke] stroke-bg0 [stroke-width:4px]"
              >
                {exactCount(edge.count)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/**
 * To the right: from side to side. Up, down or back: round the boxes, so that it is not taken for a
 * call.
 */
function curve(from: Box, to: Box, { way }: StepEdge): { path: string; label: Box } {
  const middle = NODE_HEIGHT / 2;
  if (to.x > from.x && way === 'calls') {
    const [x1, y1, x2, y2] = [from.x + NODE_WIDTH, from.y + middle, to.x - 2, to.y + middle];
    const bend = (x2 - x1) / 2;
    return {
      path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
      label: { x: (x1 + x2) / 2, y: (y1 + y2) / 2 + 4 },
    };
  }
  const offset = way === 'then' ? 0.3 : 0.7;
  if (from.x === to.x && from.y === to.y) {
    const x = from.x + NODE_WIDTH * offset;
    const y = from.y + NODE_HEIGHT;
    return { path: `M${x} ${y}c-6 18 -34 18 -40 2`, label: { x: x - 20, y: y + 17 } };
  }
  const down = to.y >= from.y;
  const [x1, y1] = [from.x + NODE_WIDTH * offset, from.y + (down ? NODE_HEIGHT : 0)];
  const [x2, y2] = [to.x + NODE_WIDTH * (1 - offset), to.y + (down ? -2 : NODE_HEIGHT + 2)];
  const bend = (down ? 1 : -1) * Math.max(14, Math.abs(y2 - y1) / 3);
  return {
    path: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`,
    label: { x: (x1 + x2) / 2, y: (y1 + y2) / 2 + 4 },
  };
}
