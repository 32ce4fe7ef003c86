/** How exactly it is kept when spans of a service came: ten minutes. */
export const SLOT_NANOS = 600_000_000_000n;
/**
 * A version that was not there for so many slots was gone: when it comes again, that is a
 * deployment too.
 */
export const RUN_GAP_SLOTS = 3;

/**
 * A stretch of time in which spans of one version of a service came, without a pause of half an
 * hour.
 */
export interface ServiceRun {
  readonly service: string;
  /** Null where the sender says none. */
  readonly version: string | null;
  readonly environment: string | null;
  readonly firstSlot: number;
  readonly lastSlot: number;
  /** The start of the first span. */
  readonly sinceUnixNano: bigint;
}

/** A version of a service appeared while the service was running. */
export interface Deployment {
  readonly service: string;
  readonly version: string;
  readonly environment: string | null;
  readonly timeUnixNano: bigint;
  /** The versions that were there before. */
  readonly replaced: readonly string[];
}

/**
 * Where versions appeared: a version's stretch begins, and in the half hour before there was
 * another of the same service in the same environment. A service that was not there at all was
 * started, not deployed. Oldest first.
 */
export function deploymentsOf(runs: readonly ServiceRun[]): readonly Deployment[] {
  const services = new Map<string, ServiceRun[]>();
  for (const run of runs) {
    const key = JSON.stringify([run.service, run.environment]);
    const found = services.get(key);
    if (found === undefined) services.set(key, [run]);
    else found.push(run);
  }
  return [...services.values()]
    .flatMap(deploymentsOfService)
    .toSorted(
      (a, b) => Number(a.timeUnixNano - b.timeUnixNano) || a.service.localeCompare(b.service),
    );
}

function deploymentsOfService(runs: readonly ServiceRun[]): readonly Deployment[] {
  const whole = stretches(runs);
  return whole.flatMap(
    ({ service, version, environment, firstSlot, sinceUnixNano }): Deployment[] => {
      if (version === null) return [];
      const before = whole.filter(
        (one) =>
          one.version !== version &&
          one.sinceUnixNano < sinceUnixNano &&
          one.firstSlot <= firstSlot &&
          one.lastSlot >= firstSlot - RUN_GAP_SLOTS,
      );
      if (before.length === 0) return [];
      const replaced = new Set(before.flatMap((one) => one.version ?? []));
      return [
        { service, version, environment, timeUnixNano: sinceUnixNano, replaced: [...replaced] },
      ];
    },
  );
}

/** Many processes and instrumentations of one version as one. */
function stretches(runs: readonly ServiceRun[]): readonly ServiceRun[] {
  const joined: ServiceRun[] = [];
  const open = new Map<string | null, number>();
  for (const run of runs.toSorted((a, b) => a.firstSlot - b.firstSlot)) {
    const at = open.get(run.version);
    const last = at === undefined ? undefined : joined[at];
    if (at === undefined || last === undefined || run.firstSlot > last.lastSlot + RUN_GAP_SLOTS) {
      open.set(run.version, joined.length);
      joined.push(run);
      continue;
    }
    joined[at] = {
      ...last,
      lastSlot: Math.max(last.lastSlot, run.lastSlot),
      sinceUnixNano:
        run.sinceUnixNano < last.sinceUnixNano ? run.sinceUnixNano : last.sinceUnixNano,
    };
  }
  return joined;
}
