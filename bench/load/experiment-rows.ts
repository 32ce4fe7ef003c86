import path from 'node:path';
import Database from 'better-sqlite3';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Random } from '../../tools/otlp/random.ts';
import type { BenchServer } from '../bench-server.ts';

const TEXT = 'The refund is sent within 30 days of the return, to the card that paid. '.repeat(8);
const Uploaded = Type.Object({ data: Type.Object({ dataset_id: Type.String() }) });
const Created = Type.Object({ data: Type.Object({ id: Type.String() }) });

/**
 * Experiments with three evaluators, two of them pass/fail, for benchmarks that read them. Runs and
 * evaluations are written into the database directly: logging has its own benchmark.
 */
export class ExperimentRows {
  readonly #server: BenchServer;
  readonly #random = new Random(25);

  constructor(server: BenchServer) {
    this.#server = server;
  }

  /**
   * Stores a dataset and experiments in which every example has one run; answers with their global
   * IDs.
   */
  async fill(
    name: string,
    count: number,
    experimentCount: number,
  ): Promise<{ dataset: string; experiments: string[] }> {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const uploaded = await this.post('/v1/datasets/upload?sync=true', {
      name,
      inputs: numbers.map((number) => ({ question: `question ${number}` })),
      outputs: numbers.map((number) => ({ answer: `answer ${number}` })),
    });
    const dataset = Value.Parse(Uploaded, uploaded).data.dataset_id;
    const experiments: string[] = [];
    for (let index = 0; index < experimentCount; index += 1) {
      const created = await this.post(`/v1/datasets/${dataset}/experiments`, {
        name: `${name} ${index}`,
      });
      experiments.push(Value.Parse(Created, created).data.id);
    }
    for (const id of experiments) this.#write(Number(atob(id).split(':')[1]));
    return { dataset, experiments };
  }

  /** Posts JSON; throws unless it was taken. */
  async post(address: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(this.#server.url + address, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
    return reply.json();
  }

  #write(experimentId: number): void {
    const db = new Database(path.join(this.#server.directory, 'meta.db'));
    db.pragma('busy_timeout = 10000');
    const run = db.prepare(
      `INSERT INTO experiment_runs (experiment_id, example_id, repetition, start_time_us, end_time_us, created_at_ms, output) VALUES (?, ?, 1, ?, ?, ?, ?)`,
    );
    const evaluation = db.prepare(
      `INSERT INTO experiment_evaluations (experiment_id, run_id, name, annotator_kind, label, score, start_time_us, end_time_us, created_at_ms, updated_at_ms, metadata, explanation)
  VALUES (?, ?, ?, 'LLM', ?, ?, 0, 0, 0, 0, '{}', ?)`,
    );
    db.transaction(() => {
      const ids = db
        .prepare<[number], number>(
          'SELECT example_id FROM experiment_examples WHERE experiment_id = ?',
        )
        .pluck()
        .all(experimentId);
      for (const exampleId of ids) {
        const start = 1_764_000_000_000_000 + this.#random.between(0, 1_000_000);
        const output = JSON.stringify({
          answer: `refund ${this.#random.between(0, 1_000)}: ${TEXT}`,
        });
        const runId = Number(
          run.run(
            experimentId,
            exampleId,
            start,
            start + this.#random.between(100_000, 5_000_000),
            0,
            output,
          ).lastInsertRowid,
        );
        const isRight = this.#random.between(0, 99) < 80;
        evaluation.run(
          experimentId,
          runId,
          'correctness',
          isRight ? 'correct' : 'wrong',
          Number(isRight),
          TEXT.slice(0, 200),
        );
        evaluation.run(
          experimentId,
          runId,
          'grounded',
          null,
          Number(this.#random.between(0, 99) < 90),
          TEXT.slice(0, 200),
        );
        evaluation.run(
          experimentId,
          runId,
          'similarity',
          null,
          this.#random.between(0, 1_000_000) / 1_000_000,
          null,
        );
      }
      db.prepare(
        'UPDATE experiments SET successful_run_count = example_count, change_number = change_number + 1 WHERE id = ?',
      ).run(experimentId);
    })();
    db.close();
  }
}
