import type { Server, Socket } from 'node:net';
import { addressGroup } from '#server/auth/address-group.ts';

export interface ConnectionLimits {
  readonly connectionsMax: number;
  /** For one address, until the peer is authenticated. */
  readonly strangersPerAddressMax: number;
  /** Whether an address is that of a proxy, behind which there are many. */
  readonly isProxy: (address: string) => boolean;
  /** Called with each connection that had to go. */
  readonly onClosed: () => void;
}

/** The other end of a connection, on whichever layer. */
export type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;

interface Connection {
  readonly socket: Socket;
  readonly group: string;
  readonly isProxy: boolean;
  requests: number;
  isKnown: boolean;
}

/** Destroyed ones go a moment later. */
const LEAVING_MAX = 100;

/**
 * Keeps a port open to new clients: when there are too many connections, over all or of one
 * address, the one that has been idle for longest is closed, those of callers who are not known
 * first. Only where all are busy, a new one is refused.
 */
export class ConnectionGate {
  readonly #limits: ConnectionLimits;
  /** Those that were idle for longest first. */
  readonly #connections = new Map<string, Connection>();
  readonly #strangers = new Map<string, number>();

  constructor(server: Pick<Server, 'on' | 'maxConnections'>, limits: ConnectionLimits) {
    this.#limits = limits;
    server.maxConnections = limits.connectionsMax + LEAVING_MAX;
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** A request began on the connection. */
  begin(key: string): void {
    const connection = this.#connections.get(key);
    if (connection !== undefined) connection.requests += 1;
  }

  /** A request that began has ended. */
  end(key: string): void {
    const connection = this.#connections.get(key);
    if (connection === undefined) return;
    connection.requests -= 1;
    // Idle from now on.
    this.#connections.delete(key);
    this.#connections.set(key, connection);
  }

  /** The peer is authenticated. */
  know(key: string): void {
    const connection = this.#connections.get(key);
    if (connection === undefined || connection.isKnown) return;
    this.#countStranger(connection, -1);
    connection.isKnown = true;
  }

  #add(socket: Socket): void {
    const { remoteAddress = '' } = socket;
    const key = keyOf(socket);
    const connection: Connection = {
      socket,
      group: addressGroup(remoteAddress),
      isProxy: this.#limits.isProxy(remoteAddress),
      requests: 0,
      isKnown: false,
    };
    if (!this.#makeRoom(connection)) {
      this.#limits.onClosed();
      socket.destroy();
      return;
    }
    this.#connections.set(key, connection);
    this.#countStranger(connection, 1);
    socket.once('close', () => this.#forget(key, connection));
  }

  #makeRoom({ group, isProxy }: Connection): boolean {
    const { strangersPerAddressMax, connectionsMax } = this.#limits;
    if (!isProxy && (this.#strangers.get(group) ?? 0) >= strangersPerAddressMax)
      return this.#closeIdle((other) => !other.isKnown && other.group === group);
    if (this.#connections.size < connectionsMax) return true;
    return this.#closeIdle((other) => !other.isKnown) || this.#closeIdle(() => true);
  }

  #closeIdle(isMeant: (connection: Connection) => boolean): boolean {
    for (const [key, connection] of this.#connections) {
      if (connection.requests > 0 || !isMeant(connection)) continue;
      this.#forget(key, connection);
      this.#limits.onClosed();
      connection.socket.destroy();
      return true;
    }
    return false;
  }

  #forget(key: string, connection: Connection): void {
    if (this.#connections.get(key) !== connection) return;
    this.#connections.delete(key);
    if (!connection.isKnown) this.#countStranger(connection, -1);
  }

  #countStranger({ group }: Connection, change: 1 | -1): void {
    const count = (this.#strangers.get(group) ?? 0) + change;
    if (count === 0) this.#strangers.delete(group);
    else this.#strangers.set(group, count);
  }
}

/** The connection's id; assigned while it is open. */
export function keyOf({ remoteAddress = '', remotePort = 0 }: Peer): string {
  return `${remoteAddress} ${remotePort}`;
}
