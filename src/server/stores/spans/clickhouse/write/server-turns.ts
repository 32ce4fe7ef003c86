/** Turns of the servers that share one database: what must not happen twice at once waits. */
export interface ServerTurns {
  /** Runs the task once it is this server's turn. */
  inTurn<Answer>(task: () => Promise<Answer>): Promise<Answer>;
  /** Runs the task if no other server has its turn, else gives null. */
  ifFree<Answer>(task: () => Promise<Answer>): Promise<Answer | null>;
}

/** For a server that is alone on its database. */
export const ALONE: ServerTurns = {
  inTurn: (task) => task(),
  ifFree: (task) => task(),
};
