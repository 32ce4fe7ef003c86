import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { REREAD_STOPPED, type Reading } from '#contracts/rereads/reread.ts';
import { SERVER_PRINCIPAL } from '#core/access/principal.ts';
import type { Notices } from '#core/ports/notices.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import type { CommandRunner } from '#server/threads/query.ts';
import { actOf, NO_ORIGIN } from '#server/audit/audit-entry.ts';
import type { AuditLog } from '#server/audit/audit-log.ts';
import type { JobHandlers, JobPayload } from '#server/jobs/catalogue.ts';
import { spanReread, type SpanRereadOptions } from '#server/jobs/handlers/span-reread.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { progressOf } from '#server/stores/meta/reread-progress.ts';
import { addReread, listRereads } from '#server/stores/meta/rereads.queries.ts';
import type { Log } from '#server/telemetry/log.ts';
import { createRereadStore } from './reread-commands.ts';

export interface RereadParts {
  readonly handlers: Pick<JobHandlers, 'spans.reread'>;
  readonly reading: () => Reading;
  /**
   * Records which reading version the stored spans have: after an upgrade with a newer version,
   * they are read again.
   */
  start(storedVersion: number): Promise<void>;
}

export interface RereadOptions {
  readonly db: MetaDb;
  readonly commands: CommandRunner;
  readonly onDone: NonNullable<SpanRereadOptions['onDone']>;
  readonly notices: Notices;
  /** Whether it starts automatically. */
  readonly afterUpgrade: boolean;
  readonly now: () => number;
  readonly log: Log;
}

const WHOLE: JobPayload<'spans.reread'> = {
  projectId: null,
  startUnixNano: null,
  endUnixNano: null,
  what: 'all',
  isTrial: false,
  isAutomatic: true,
};
const LOOKED_AT = 100;
/** Begins the notice that all spans were read again. */
const READ = 'read:';

/** Reading stored spans again: the job, which reading they have, and the start after an upgrade. */
export function composeRereads(options: RereadOptions): RereadParts {
  const { afterUpgrade, db, log, notices, now } = options;
  let storedVersion = READING_VERSION;
  notices.subscribe('jobs', (items) => {
    // Null if notices were missed: then it is read at the next start.
    for (const item of items ?? [])
      if (item.startsWith(READ)) storedVersion = Number(item.slice(READ.length));
  });
  return {
    handlers: {
      'spans.reread': spanReread({
        db,
        log,
        now,
        store: createRereadStore(options.commands),
        onDone: options.onDone,
        onRead: (version) => {
          storedVersion = version;
          notices.publish('jobs', [READ + version]);
        },
      }),
    },
    reading: () => ({
      version: READING_VERSION,
      stored_version: Math.min(storedVersion, READING_VERSION),
    }),
    start: async (stored) => {
      storedVersion = stored;
      if (stored >= READING_VERSION || !afterUpgrade || (await wasStopped(db))) return;
      if ((await addReread(db, WHOLE, now())) !== null)
        log.info(
          { from: stored, to: READING_VERSION },
          'this version reads spans better: those stored before are read again in the background',
        );
    },
  };
}

/** A user stopped the automatic reread: it doesn't restart automatically. */
async function wasStopped(db: MetaDb): Promise<boolean> {
  const rows = await listRereads(db, LOOKED_AT, null);
  return rows.some((row) => {
    // as: written by this kind of job alone.
    const { isAutomatic } = JSON.parse(row.payload) as JobPayload<'spans.reread'>;
    return (
      isAutomatic &&
      row.last_error === REREAD_STOPPED &&
      progressOf(row.progress)?.reading === READING_VERSION
    );
  });
}

/** Writes down what was read again; a trial is no act. */
export function noteReread(
  audit: AuditLog,
  now: () => number,
): NonNullable<SpanRereadOptions['onDone']> {
  return (id, payload, { read, changed, unreadable }) => {
    if (payload.isTrial) return;
    const details = { read, changed, unreadable, what: payload.what };
    const targetId = encodeGlobalId('Job', id);
    const act = actOf({
      atMs: now(),
      actor: SERVER_PRINCIPAL,
      action: 'reread.finish',
      origin: NO_ORIGIN,
      targetId,
      details,
    });
    audit.note(act, { result: 'success', status: null });
  };
}
