import { AppError } from '#contracts/wire/errors.ts';
import { numberParameters } from './numbered-parameters.ts';
import type { ReadsAnswer, ReadsData, ReadsQuestion } from './postgres-reads.ts';
import { PostgresSession } from './postgres-session.ts';

/** The thread behind `PostgresReads`: holds its connection until the port closes. */
export function serveReads({ settings, answered, port }: ReadsData): void {
  const session = new PostgresSession(settings);
  const counter = new Int32Array(answered);
  const answer = async (question: ReadsQuestion): Promise<ReadsAnswer> => {
    if (question.op === 'rows') {
      const { sql, parameters, asLists } = question;
      const [result] = await session.run(
        [{ sql: numberParameters(sql), parameterRows: [parameters], asLists }],
        false,
      );
      return { rows: result?.rows ?? [], changes: result?.changes ?? 0, error: null };
    }
    if (question.op === 'begin') await session.begin({ writes: false });
    else await session.commit();
    return { rows: [], changes: 0, error: null };
  };
  port.on('message', (question: ReadsQuestion) => {
    void answer(question)
      .catch((error: unknown): ReadsAnswer => {
        const detail = error instanceof Error ? error.message : String(error);
        return {
          rows: [],
          changes: 0,
          error: { detail, isOutage: error instanceof AppError && error.code === 'unavailable' },
        };
      })
      .then((reply) => {
        port.postMessage(reply);
        Atomics.add(counter, 0, 1);
        Atomics.notify(counter, 0);
      });
  });
  port.on('close', () => void session.close());
}
