import type { ComponentPropsWithRef } from 'react';
import { Tooltip } from '#web/ui/floating/tooltip.tsx';

interface FootButtonProps extends ComponentPropsWithRef<'button'> {
  readonly label: string;
  /** In its tooltip, such as a key; its label without. */
  readonly note?: string;
  /** Whether there is room for the label beside the icon: where there is no pointer and no focus ring, nothing else would show it. */
  readonly isLabelled: boolean;
}

/** An icon in the sidebar's foot, with its label beside it or in a tooltip on hover and focus. */
export function FootButton({ label, note = label, isLabelled, children, className = '', ...rest }: FootButtonProps) {
  if (isLabelled)
    return (
      <button type="button" className={className} {...rest}>
        {children}
        {label}
      </button>
    );
  return (
    <Tooltip text={note} side="top" {...rest}>
      <button type="button" aria-label={label} className={className}>
        {children}
      </button>
    </Tooltip>
  );
}
