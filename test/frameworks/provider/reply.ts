import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Before a stream's first piece: what an instrumentation measures as the time to the first token.
 */
const FIRST_PIECE_MS = 20;

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-should-retry': 'false',
    'x-request-id': 'req_mock',
  });
  response.end(JSON.stringify(value));
}

/** Server-sent events, named where the API names them; `done` is a last line without JSON. */
export async function sendEvents(
  response: ServerResponse,
  events: readonly { readonly event?: string; readonly data: unknown }[],
  done: string | null = null,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  await pause(FIRST_PIECE_MS);
  for (const { event, data } of events) {
    response.write(
      `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`,
    );
    await pause(1);
  }
  response.end(done === null ? undefined : `data: ${done}\n\n`);
}
