/**
 * Versions counted as people do, the first is 1: by Global ID, from a list of all, newest first.
 */
export function versionNumbers(
  versions: readonly { readonly version_id: string }[],
): ReadonlyMap<string, number> {
  return new Map(versions.map(({ version_id: id }, index) => [id, versions.length - index]));
}
