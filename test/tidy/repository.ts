import type { SourceFile } from './source-file.ts';

// Prints a version notice and does nothing else; blocked, it is not missed.
const SCRIPT_ALLOWED = /(?:^|\/)node_modules\/protobufjs$/;

interface LockEntry {
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

/**
 * A lockfile holds checksums and no addresses, and nothing we ship runs a script when it is
 * installed.
 */
export function lockfileBreaches(file: SourceFile): string[] {
  const { packages } = JSON.parse(file.text) as { packages: Record<string, LockEntry> };
  const found: string[] = [];
  for (const [name, entry] of Object.entries(packages)) {
    if (entry.resolved?.startsWith('http') === true)
      found.push(`${file.path}: ${name} carries the address it came from`);
    const shipped =
      file.path === 'package-lock.json' && entry.dev !== true && entry.devOptional !== true;
    if (shipped && entry.hasInstallScript === true && !SCRIPT_ALLOWED.test(name))
      found.push(`${file.path}: ${name} wants an install script`);
  }
  return found;
}

// Put together here, so that this file does not find itself.
const PRIVATE_PATHS = new RegExp(
  `(?:^|[\\s"'\`(=:])/(?:${['wo' + 'rk', 'fa' + 'rm', 'ro' + 'ot'].join('|')})/\\w`,
);
const REGISTRY_HOSTS = new RegExp(
  [
    'registry\\.npm' + 'js',
    'registry\\.yarn' + 'pkg',
    'files\\.python' + 'hosted',
    'pypi' + '\\.org/simple',
    'proxy\\.go' + 'lang',
    'repo1?\\.mav' + 'en\\.',
    'deb\\.deb' + 'ian\\.org',
  ].join('|'),
);

/** Paths of a machine and hosts of package registries do not belong in a clone. */
export function addressBreaches(file: SourceFile): string[] {
  const found: string[] = [];
  file.text.split('\n').forEach((line, index) => {
    if (PRIVATE_PATHS.test(line))
      found.push(`${file.path}: line ${index + 1}: a path of one machine`);
    if (REGISTRY_HOSTS.test(line)) found.push(`${file.path}: line ${index + 1}: a registry's host`);
  });
  return found;
}

/** A merge that was not finished. */
export function conflictBreaches(file: SourceFile): string[] {
  return file.text
    .split('\n')
    .flatMap((line, index) =>
      /^(?:<{7}|>{7}) /.test(line) ? [`${file.path}: line ${index + 1}: half of a merge`] : [],
    );
}
