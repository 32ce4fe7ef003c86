import type { Migration } from '../../../migrator.ts';
import { initial } from './0001-initial.ts';

/** Every schema step of spans.db, oldest first. */
export const SPAN_MIGRATIONS: readonly Migration[] = [{ version: 1, name: 'initial', sql: initial }];
