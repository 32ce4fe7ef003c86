import * as Primitive from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { actOnToast, dismissToast, shownToasts, subscribeToasts, type Toast } from './toasts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';

/**
 * Where toasts appear: a live region in the corner, reached with F8. `ui/notices/toasts.ts` says
 * them.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, shownToasts);
  return (
    <Primitive.Provider label="Notice" swipeDirection="right">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Primitive.Viewport
        label="Notices ({hotkey})"
        onFocus={(event) => {
          if (event.target === event.currentTarget) focusNewest(event.currentTarget);
        }}
        className="fixed right-(--notices-right,16px) bottom-(--notices-bottom,16px) z-60 flex w-[min(360px,calc(100vw-16px-var(--notices-right,16px)))] flex-col gap-8 outline-none"
      />
    </Primitive.Provider>
  );
}

/** A user who comes by the key wants what the newest notice offers. */
function focusNewest(notices: HTMLElement): void {
  [...notices.querySelectorAll('li')].at(-1)?.querySelector('button')?.focus();
}

function ToastCard({ toast }: { toast: Toast }) {
  const { action, second } = toast;
  const wraps = second !== null;
  return (
    <Primitive.Root
      open
      type={toast.tone === 'error' ? 'foreground' : 'background'}
      duration={toast.durationMs}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
      className={`slide-in flex min-h-40 items-center gap-8 rounded-popover border border-line2 bg-bg2 py-6 pr-6 pl-12 text-text1 shadow-popover ${wraps ? 'flex-wrap' : ''}`}
    >
      <Primitive.Description
        className={`verbatim min-w-0 flex-1 text-12 ${wraps ? 'basis-3/4' : ''} ${toast.tone === 'error' ? 'tone-error text-tone' : ''}`}
      >
        {toast.text}
      </Primitive.Description>
      {action !== null && (
        <ActionButton
          toast={toast}
          label={action.label}
          which="action"
          className={wraps ? 'order-1' : ''}
        />
      )}
      {second !== null && (
        <ActionButton toast={toast} label={second.label} which="second" className="order-1" />
      )}
      <IconButton icon="close" label="Dismiss" onClick={() => dismissToast(toast.id)} />
    </Primitive.Root>
  );
}

interface ActionButtonProps {
  readonly toast: Toast;
  readonly label: string;
  readonly which: 'action' | 'second';
  readonly className: string;
}

function ActionButton({ toast, label, which, className }: ActionButtonProps) {
  return (
    <Primitive.Action asChild altText={`${label}: press F8 to reach it`}>
      <Button
        className={className}
        onClick={(event) => {
          // The component's default is to dismiss the notice, which would mean that the action was
          // not wanted.
          event.preventDefault();
          actOnToast(toast.id, which);
        }}
      >
        {label}
      </Button>
    </Primitive.Action>
  );
}
