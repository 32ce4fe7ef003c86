import type { Migration } from '../../../migrator.ts';
import { initial } from './0001-initial.ts';
import { sessionOrder } from './0002-session-order.ts';
import { firstToken } from './0003-first-token.ts';
import { annotations } from './0004-annotations.ts';
import { deadAnnotationTargets } from './0005-dead-annotation-targets.ts';
import { waitingProjects } from './0006-waiting-projects.ts';
import { serviceRuns } from './0007-service-runs.ts';
import { projectPurpose } from './0008-project-purpose.ts';
import { projectSentAs } from './0009-project-sent-as.ts';
import { waitingEvents } from './0010-waiting-events.ts';
import { embeddingCosts } from './0011-embedding-costs.ts';
import { repeats } from './0012-repeats.ts';
import { firstTokenFigures } from './0013-first-token-figures.ts';
import { eventSenders } from './0014-event-senders.ts';
import { extremes } from './0015-extremes.ts';
import { conversationBlocks } from './0016-conversation-blocks.ts';
import { blockWords } from './0017-block-words.ts';
import { sessionTotals } from './0018-session-totals.ts';
import { extremesByModel } from './0019-extremes-by-model.ts';
import { spanRuns } from './0020-span-runs.ts';
import { damagedBlocks } from './0021-damaged-blocks.ts';
import { wordLists } from './0022-word-lists.ts';
import { listBounds } from './0023-list-bounds.ts';
import { traceRuns } from './0024-trace-runs.ts';
import { sessionZones } from './0025-session-zones.ts';

/** Every schema step of spans.db, oldest first. */
export const SPAN_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'initial', sql: initial },
  { version: 2, name: 'session-order', sql: sessionOrder },
  { version: 3, name: 'first-token', sql: firstToken },
  { version: 4, name: 'annotations', sql: annotations },
  { version: 5, name: 'dead-annotation-targets', sql: deadAnnotationTargets },
  { version: 6, name: 'waiting-projects', sql: waitingProjects },
  { version: 7, name: 'service-runs', sql: serviceRuns },
  { version: 8, name: 'project-purpose', sql: projectPurpose },
  { version: 9, name: 'project-sent-as', sql: projectSentAs },
  { version: 10, name: 'waiting-events', sql: waitingEvents },
  { version: 11, name: 'embedding-costs', sql: embeddingCosts },
  { version: 12, name: 'repeats', sql: repeats },
  { version: 13, name: 'first-token-figures', sql: firstTokenFigures },
  { version: 14, name: 'event-senders', sql: eventSenders },
  { version: 15, name: 'extremes', sql: extremes },
  { version: 16, name: 'conversation-blocks', sql: conversationBlocks },
  { version: 17, name: 'block-words', sql: blockWords },
  { version: 18, name: 'session-totals', sql: sessionTotals },
  { version: 19, name: 'extremes-by-model', sql: extremesByModel },
  { version: 20, name: 'span-runs', sql: spanRuns },
  { version: 21, name: 'damaged-blocks', sql: damagedBlocks },
  { version: 22, name: 'word-lists', sql: wordLists },
  { version: 23, name: 'list-bounds', sql: listBounds },
  { version: 24, name: 'trace-runs', sql: traceRuns },
  { version: 25, name: 'session-zones', sql: sessionZones },
];
