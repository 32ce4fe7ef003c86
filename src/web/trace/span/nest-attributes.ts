import type { Json } from '#web/platform/text/json.ts';

type Branch = { [key: string]: Json | Branch };

/**
 * Flat dotted attributes as nested JSON, for views that follow a convention. List indexes become
 * keys ("0", "1"): see `listOf`. Where one key is both a value and a prefix, the prefix wins; the
 * flat list still shows both. Objects have no prototype, so a key such as `__proto__` is data.
 */
export function nestAttributes(flat: Readonly<Record<string, Json>>): Json {
  const root: Branch = newBranch();
  const branches = new WeakSet<object>([root]);
  for (const key of Object.keys(flat)) {
    const steps = key.split('.');
    const last = steps.pop() ?? '';
    let branch = root;
    for (const step of steps) {
      const found = branch[step];
      if (isBranch(found, branches)) {
        branch = found;
        continue;
      }
      const made = newBranch();
      branches.add(made);
      branch[step] = made;
      branch = made;
    }
    if (!isBranch(branch[last], branches)) branch[last] = flat[key] ?? null;
  }
  return root;
}

function newBranch(): Branch {
  const branch: Branch = {};
  Object.setPrototypeOf(branch, null);
  return branch;
}

/** Only what this module made is a branch: an object that was sent as a value stays one. */
function isBranch(value: Json | Branch | undefined, branches: WeakSet<object>): value is Branch {
  return typeof value === 'object' && value !== null && branches.has(value);
}
