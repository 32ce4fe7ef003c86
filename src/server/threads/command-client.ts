import type { Command, CommandRunner, ProjectLimit } from './query.ts';
import type { ThreadClient } from './thread-client.ts';
import { typedReply } from './wire-codec.ts';

/** The message to the writer thread for a command. */
export interface CommandCall {
  readonly command: string;
  readonly params: unknown;
  readonly limitedTo: ProjectLimit;
}

/** Runs commands in the writer thread, between two groups of spans. */
export class CommandClient implements CommandRunner {
  readonly #writer: ThreadClient;
  readonly #deadlineMs: number;

  constructor(writer: ThreadClient, deadlineMs: number) {
    this.#writer = writer;
    this.#deadlineMs = deadlineMs;
  }

  async run<P, R>(command: Command<P, R>, params: P, limitedTo: ProjectLimit = null): Promise<R> {
    const call: CommandCall = { command: command.name, params, limitedTo };
    return typedReply<R>(
      await this.#writer.call('command', call, { deadlineMs: this.#deadlineMs }),
    );
  }
}
