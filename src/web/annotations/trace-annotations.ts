import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { summariesOf, type AuthoredSummary } from './panel/summary.ts';
import { projectConfigsOptions } from './configs/annotation-configs.calls.ts';
import { traceAnnotationsOptions } from './panel/annotations.calls.ts';

type Summaries = readonly AuthoredSummary[];

/** Annotations of a trace, summed up for chips: by what they are on. */
export interface TraceAnnotations {
  readonly ofTrace: Summaries;
  readonly ofSession: Summaries;
  /** By OpenTelemetry id. */
  readonly ofSpan: ReadonlyMap<string, Summaries>;
  /** Each annotation of a span's documents, by the span's OpenTelemetry id. */
  readonly ofDocuments: ReadonlyMap<string, readonly AnyAnnotation[]>;
}

const NOTHING: readonly AnyAnnotation[] = [];
const NO_CONFIGS: readonly AnnotationConfig[] = [];

/** The annotations in a trace; empty while loading. */
export function useTraceAnnotations(trace: string): TraceAnnotations {
  const { data = NOTHING } = useQuery(traceAnnotationsOptions(trace));
  return useMemo(() => {
    const on = (target: AnyAnnotation['target']) => data.filter((one) => one.target === target);
    const spans = Map.groupBy(on('span'), (one) => one.target_id);
    return {
      ofTrace: summariesOf(on('trace')),
      ofSession: summariesOf(on('session')),
      ofSpan: new Map([...spans].map(([id, list]) => [id, summariesOf(list)])),
      ofDocuments: Map.groupBy(on('document'), (one) => one.target_id),
    };
  }, [data]);
}

/** The configs that colour a project's chips, by name. */
export function useConfigsByName(project: string): ReadonlyMap<string, AnnotationConfig> {
  const { data = NO_CONFIGS } = useQuery(projectConfigsOptions(project));
  return useMemo(() => new Map(data.map((config) => [config.name, config])), [data]);
}
