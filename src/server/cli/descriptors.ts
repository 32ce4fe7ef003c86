import { readFileSync } from 'node:fs';
import type { Config } from '#server/config.ts';
import { StartError } from './start-error.ts';

/** Databases, logs, threads, ports, and uploads on disk. */
const OWN_DESCRIPTORS = 200;
/**
 * With fewer, files can't be opened while the server runs, and the error doesn't show the cause.
 */
const DESCRIPTORS_MIN = 256;

/**
 * How many files and connections this process may have open; null where the system does not say.
 */
export function descriptorsMax(): number | null {
  try {
    const [, limit] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? null : Number(limit);
  } catch {
    // Only Linux has that file.
    return null;
  }
}

/** Throws a StartError when so few files may be open that the server could not work. */
export function assertDescriptors(limit: number | null): void {
  if (limit === null || limit >= DESCRIPTORS_MIN) return;
  throw new StartError(
    `This process may have only ${limit} file descriptors open (files and connections); at least ${DESCRIPTORS_MIN} are needed. Raise the limit: ulimit -n 4096 in the shell, LimitNOFILE=4096 in a systemd unit, --ulimit nofile=4096 for docker run.`,
  );
}

/**
 * The configuration with no more connections than the limit leaves room for, and a notice when
 * these are fewer than configured.
 */
export function withinDescriptors(
  config: Config,
  limit: number | null,
): { readonly config: Config; readonly notices: readonly string[] } {
  const ports = config.enableGrpc ? 2 : 1;
  const room =
    limit === null ? Infinity : Math.max(10, Math.floor((limit - OWN_DESCRIPTORS) / ports));
  if (config.connectionsMax <= room) return { config, notices: [] };
  return {
    config: { ...config, connectionsMax: room },
    notices: [
      `Only ${room} connections per port, not ${config.connectionsMax}: this process may have ${limit} file descriptors open. Raise the limit (ulimit -n), or lower SERVICE_MAX_CONNECTIONS.`,
    ],
  };
}
