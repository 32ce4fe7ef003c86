import { createContext } from 'react';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import type { TraceColumns } from './trace-skeleton.ts';

/** The trace that a span is shown in, for what leads from one span to others. */
interface TraceScope {
  readonly skeleton: TraceSkeleton;
  readonly columns: TraceColumns;
  /** Shows another span of the trace, by its OpenTelemetry id. */
  readonly select: (spanId: string) => void;
}

export const TraceScope = createContext<TraceScope | null>(null);
