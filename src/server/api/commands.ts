import { annotationListCommands } from './annotations/lists/annotation-lists.service.ts';
import { annotationRecordCommands } from './annotations/records/annotation-records.service.ts';
import { waitingCommands } from './annotations/records/waiting.service.ts';
import { annotationCommands } from './annotations/annotate.service.ts';
import { experimentCommands } from './experiments/experiment-projects.service.ts';
import { evaluationCommands } from './evaluations/store-evaluations.service.ts';
import type { AnyCommand } from '../threads/query.ts';
import { replaceOwnPrices } from './prices/own-price-book.ts';
import { projectCommands } from './projects/projects.service.ts';
import { sessionCommands } from './sessions/sessions.service.ts';
import { spanCommands } from './spans/spans.service.ts';
import { traceCommands } from './traces/traces.service.ts';

/** Every command of the interface, for the writer thread to look up by name. */
export const COMMANDS: readonly AnyCommand[] = [
  ...projectCommands,
  ...experimentCommands,
  ...traceCommands,
  ...spanCommands,
  ...sessionCommands,
  ...annotationCommands,
  ...annotationListCommands,
  ...annotationRecordCommands,
  ...evaluationCommands,
  ...waitingCommands,
  replaceOwnPrices,
];
