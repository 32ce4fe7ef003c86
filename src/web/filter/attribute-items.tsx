import { useQuery } from '@tanstack/react-query';
import { attributeKeysOptions } from '#web/metrics/figures.calls.ts';
import { keysToGroupBy } from '#web/lists/grouping-keys.ts';
import { MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';

interface AttributeItemsProps<Choice extends string> {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  /** An attribute as what is chosen. */
  readonly asChoice: (key: string) => Choice;
  readonly chosen: string | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** The items of a menu that groups by an attribute. */
export function AttributeItems<Choice extends string>({
  project,
  of,
  asChoice,
  chosen,
  onChoose,
}: AttributeItemsProps<Choice>) {
  const { data } = useQuery(attributeKeysOptions(project, of, true));
  const keys = keysToGroupBy((data?.keys ?? []).map(({ key }) => key));
  return (
    <>
      {keys.length > 0 && <MenuLabel>Attribute</MenuLabel>}
      {keys.map((key) => (
        <MenuItem
          key={key}
          checked={asChoice(key) === chosen}
          onSelect={() => onChoose(asChoice(key))}
        >
          {key}
        </MenuItem>
      ))}
    </>
  );
}
