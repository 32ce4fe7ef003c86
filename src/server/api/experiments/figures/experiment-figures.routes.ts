import type { FastifyInstance } from 'fastify';
import { registerComparison } from './comparison.routes.ts';
import { registerExperimentEvents } from './experiment-events.routes.ts';
import type { ExperimentFigureDeps } from './figure-deps.ts';
import { registerGate } from './gate.routes.ts';
import { registerSummaries } from './summaries.routes.ts';

/** Figures of experiment runs: summaries, comparisons, gates; and progress events. */
export function registerExperimentFigures(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  registerSummaries(app, deps);
  registerComparison(app, deps);
  registerGate(app, deps);
  registerExperimentEvents(app, deps);
}
