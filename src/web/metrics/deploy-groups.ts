interface At {
  readonly time: string;
}

/** Deployments at about the same time, under one mark. */
export interface DeployGroup<Deployment> {
  /** Where in the chart, from 0 to 1. */
  readonly share: number;
  readonly deployments: readonly Deployment[];
}

/**
 * Deployments as marks in a chart: those closer than `apartPx` share one mark, at the first of
 * them. Those outside the chart are omitted.
 */
export function deployGroups<Deployment extends At>(
  deployments: readonly Deployment[],
  window: { readonly startMs: number; readonly endMs: number },
  widthPx: number,
  apartPx: number,
): readonly DeployGroup<Deployment>[] {
  const groups: { share: number; deployments: Deployment[] }[] = [];
  for (const deployment of deployments.toSorted(
    (a, b) => Date.parse(a.time) - Date.parse(b.time),
  )) {
    const share = (Date.parse(deployment.time) - window.startMs) / (window.endMs - window.startMs);
    if (!(share >= 0 && share < 1)) continue;
    const last = groups.at(-1);
    if (last !== undefined && (share - last.share) * widthPx < apartPx)
      last.deployments.push(deployment);
    else groups.push({ share, deployments: [deployment] });
  }
  return groups;
}
