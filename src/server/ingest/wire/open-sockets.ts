import type { Server, Socket } from 'node:net';

/**
 * Every connection of a server, also those whose TLS handshake never ends: no protocol above knows
 * of them, and a server waits for all of them when it is closed.
 */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();

  constructor(server: Pick<Server, 'on'>) {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
