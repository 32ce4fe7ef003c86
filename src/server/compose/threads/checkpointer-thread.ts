import { workerData } from 'node:worker_threads';
import { serveLogCopies, type LogCopying } from '#server/stores/spans/sqlite/write/log-copier.ts';
import { typedReply } from '#server/threads/wire-codec.ts';

serveLogCopies(typedReply<LogCopying>(workerData));
