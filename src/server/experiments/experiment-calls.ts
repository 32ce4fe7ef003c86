import { AppError } from '#contracts/wire/errors.ts';
import type {
  ComparisonPageParams,
  DetailParams,
  ExperimentFigures,
  GateParams,
  HeadParams,
  SummaryParams,
} from '#core/ports/experiment-figures.ts';
import type { CallResult, IncomingCall } from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { BurstWatch } from './burst-watch.ts';
import { ExperimentServer } from './experiment-server.ts';
import { SqliteRowSource } from './sqlite-row-source.ts';

/** Answers calls inside the experiment thread. The database is opened with the first of them; frames are kept from one holder of the thread to the next. */
export function experimentCalls(): { readonly handle: (call: IncomingCall) => Promise<CallResult>; readonly close: () => void } {
  let open: { readonly source: SqliteRowSource; readonly server: ExperimentServer } | null = null;
  const burst = new BurstWatch();
  return {
    handle: async ({ method, params, budget }) => {
      if (method === 'ping') return { value: null };
      if (method === 'close') {
        if (burst.end()) return { value: null };
        throw new AppError('unavailable', 'The thread gave way, and is not kept.');
      }
      const asked = typedReply<{ readonly metaPath: string; readonly params: unknown }>(params);
      if (open === null) {
        const source = new SqliteRowSource(asked.metaPath);
        open = { source, server: new ExperimentServer(source) };
      }
      return { value: await ask(open.server.within(budget), method, asked.params) };
    },
    close: () => {
      burst.stop();
      open?.source.close();
    },
  };
}

function ask(figures: ExperimentFigures, method: string, params: unknown): Promise<unknown> {
  switch (method) {
    case 'summaries':
      return figures.summaries(typedReply<SummaryParams>(params));
    case 'summary':
      return figures.summary(typedReply<Parameters<ExperimentFigures['summary']>[0]>(params));
    case 'page':
      return figures.page(typedReply<ComparisonPageParams>(params));
    case 'head':
      return figures.head(typedReply<HeadParams>(params));
    case 'detail':
      return figures.detail(typedReply<DetailParams>(params));
    case 'gate':
      return figures.gate(typedReply<GateParams>(params));
    default:
      throw new Error(`The experiment thread knows no method ${method}.`);
  }
}
