import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface CompareButtonProps {
  readonly isOn: boolean;
  /** All time has nothing before it. */
  readonly isAllTime: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Shows the charts beside the time of the same length before. */
export function CompareButton({ isOn, isAllTime, onChange }: CompareButtonProps) {
  return (
    <Button
      aria-pressed={isOn && !isAllTime}
      disabled={isAllTime}
      title={isAllTime ? 'All time has no previous period' : undefined}
      className={`max-md:self-start ${isOn && !isAllTime ? 'border-focus!' : ''}`}
      onClick={() => onChange(!isOn)}
    >
      {isOn && !isAllTime && <Icon name="check" size={13} />} Compare with previous period
    </Button>
  );
}
