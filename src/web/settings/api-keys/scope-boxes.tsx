import type { Scope } from '#contracts/access/access.ts';

interface ScopeBoxesProps {
  readonly offered: readonly Scope[];
  readonly chosen: ReadonlySet<Scope>;
  readonly onChosen: (chosen: ReadonlySet<Scope>) => void;
}

/** The single scopes of a key. */
export function ScopeBoxes({ offered, chosen, onChosen }: ScopeBoxesProps) {
  const change = (scope: Scope, has: boolean): void => {
    const next = new Set(chosen);
    if (has) next.add(scope);
    else next.delete(scope);
    onChosen(next);
  };
  return (
    <fieldset>
      <legend className="sr-only">Scopes</legend>
      <div className="grid grid-cols-2 gap-x-16">
        {offered.map((scope) => (
          <label key={scope} className="flex h-28 items-center gap-6 text-13 max-md:h-44">
            <input
              type="checkbox"
              checked={chosen.has(scope)}
              onChange={(event) => change(scope, event.target.checked)}
              className="accent-accent"
            />
            <span className="mono">{scope}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
