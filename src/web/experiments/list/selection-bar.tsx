import { COMPARED_MAX } from '#contracts/experiments/experiment-limits.ts';
import { Button } from '#web/ui/button.tsx';
import { May } from '#web/accounts/may.tsx';
import { SelectionToolbar } from '#web/lists/selection-toolbar.tsx';
import { plural } from '#web/platform/text/format-number.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly onCompare: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** The actions for the selected experiments. */
export function SelectionBar({ count, onCompare, onDelete, onClear }: SelectionBarProps) {
  const isComparable = count >= 2 && count <= COMPARED_MAX;
  return (
    <SelectionToolbar text={`${plural(count, 'experiment')} selected`} work={null} onStop={onClear} onClear={onClear}>
      <Button
        look="accent"
        disabled={!isComparable}
        title={isComparable ? 'Compare (C)' : `Select 2 to ${COMPARED_MAX} experiments to compare them`}
        onClick={onCompare}
      >
        Compare
      </Button>
      <May scope="experiments:write">
        <Button look="quiet" title="Delete (Del)" onClick={onDelete}>
          Delete
        </Button>
      </May>
    </SelectionToolbar>
  );
}
