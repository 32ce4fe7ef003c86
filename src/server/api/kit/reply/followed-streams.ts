import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { watchCaller } from '../request/caller-watch.ts';
import type { ApiDeps } from '../route/deps.ts';

/** A stream of server-sent events that a client follows. */
export interface FollowedStream {
  readonly body: Readable;
  /** Ends the stream; may be called more than once. */
  stop(): void;
}

/**
 * Opens a stream as the body of a reply. `unavailable` when too many clients follow already, or
 * when this one has hung up.
 */
export type FollowStream = (reply: FastifyReply, open: () => FollowedStream) => Readable;

/**
 * Keeps the streams of one kind, at most `liveConnectionsMax` at once. They end when the server
 * stops, when the client hangs up, and when the caller loses access.
 */
export function followedStreams(
  app: FastifyInstance,
  { authenticator, limits }: Pick<ApiDeps, 'authenticator' | 'limits'>,
): FollowStream {
  const streams = new Set<FollowedStream>();
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.stop();
  });
  return (reply, open) => {
    if (streams.size >= limits.liveConnectionsMax) {
      throw new AppError(
        'unavailable',
        `${limits.liveConnectionsMax} pages follow live already; try again later.`,
        {
          retryAfterSeconds: 5,
        },
      );
    }
    if (reply.raw.closed) throw new AppError('unavailable', 'The client has hung up.');
    const stream = open();
    streams.add(stream);
    const unwatch = watchCaller(authenticator, reply.request, () => stream.stop());
    // The connection may be gone already, and then the stream would never be read to its end.
    reply.raw.once('close', () => {
      streams.delete(stream);
      unwatch();
      stream.stop();
      stream.body.destroy();
    });
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    return stream.body;
  };
}
