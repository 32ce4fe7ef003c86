import type { RereadScope, RereadStep } from '#core/ports/span-rereader.ts';
import type { Command, CommandRunner } from '#server/threads/query.ts';
import type { RereadStore } from '#server/jobs/handlers/span-reread.ts';

const countSpans: Command<{ readonly scope: RereadScope }, number> = {
  name: 'reread.count',
  run: ({ rereader }, { scope }) => rereader.countSpans(scope),
};

/** A step is short, because ingest waits while it runs. */
const step: Command<{ readonly scope: RereadScope; readonly from: number | null }, RereadStep> = {
  name: 'reread.step',
  run: ({ rereader }, { scope, from }) => rereader.step(scope, from),
};

const noteReading: Command<{ readonly version: number }, void> = {
  name: 'reread.note',
  run: ({ rereader }, { version }) => rereader.noteReading(version),
};

/** For the catalogue of the writer thread. */
export const REREAD_COMMANDS = [countSpans, step, noteReading] as const;

/** The span-store commands a reread needs, run in the store's thread. */
export function createRereadStore(commands: CommandRunner): RereadStore {
  return {
    countSpans: (scope) => commands.run(countSpans, { scope }),
    step: (scope, from) => commands.run(step, { scope, from }),
    noteReading: (version) => commands.run(noteReading, { version }),
  };
}
