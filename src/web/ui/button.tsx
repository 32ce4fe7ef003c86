import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: 'quiet' | 'outline' | 'accent' | 'danger';
};

const LOOKS = {
  quiet: 'text-text2 hover:bg-bg2 hover:text-text1',
  outline: 'border border-line2 bg-bg1 text-text1 hover:bg-bg2',
  accent: 'bg-accent text-white hover:bg-accent-hover',
  danger: 'bg-danger text-white hover:bg-danger-hover',
};

export function Button({
  look = 'outline',
  className = '',
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`touch inline-flex h-28 shrink-0 items-center gap-6 rounded-control px-10 text-12 font-medium whitespace-nowrap disabled:opacity-50 ${LOOKS[look]} ${className}`}
      {...rest}
    />
  );
}

export function IconButton({
  icon,
  label,
  className = '',
  ...rest
}: ButtonProps & { readonly icon: IconName; readonly label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`touch touch-wide inline-grid size-28 shrink-0 place-items-center rounded-control text-text2 hover:bg-bg2 hover:text-text1 disabled:opacity-40 ${className}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      className="inline-grid h-18 min-w-18 place-items-center rounded-chip border border-line2 px-4 font-sans text-11 text-text3"
      aria-hidden="true"
    >
      {children}
    </kbd>
  );
}
