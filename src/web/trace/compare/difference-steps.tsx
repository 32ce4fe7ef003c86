import { IconButton } from '#web/ui/button.tsx';

/** To the difference before, and to the next. */
export function DifferenceSteps({
  isAny,
  onStep,
}: {
  isAny: boolean;
  onStep: (by: 1 | -1) => void;
}) {
  return (
    <>
      <IconButton
        icon="arrowUp"
        label="Previous difference (Shift N)"
        disabled={!isAny}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="arrowDown"
        label="Next difference (N)"
        disabled={!isAny}
        onClick={() => onStep(1)}
      />
    </>
  );
}
