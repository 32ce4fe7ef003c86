import * as Primitive from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { actOnToast, dismissToast, shownToasts, subscribeToasts } from '../lib/toasts.ts';
import type { Toast } from '../lib/toasts.ts';
import { Button, IconButton } from './button.tsx';

/** Where toasts appear: a live region in the corner, reached with F8. `lib/toasts.ts` says them. */
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

/** Whoever comes by the key wants what the newest notice offers. */
function focusNewest(notices: HTMLElement): void {
  [...notices.querySelectorAll('li')].at(-1)?.querySelector('button')?.focus();
}

function ToastCard({ toast }: { toast: Toast }) {
  const { action } = toast;
  return (
    <Primitive.Root
      open
      type={toast.tone === 'error' ? 'foreground' : 'background'}
      duration={toast.durationMs}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
      className="slide-in flex min-h-40 items-center gap-8 rounded-popover border border-line2 bg-bg2 py-6 pr-6 pl-12 text-text1 shadow-popover"
    >
      <Primitive.Description className={`verbatim min-w-0 flex-1 text-12 ${toast.tone === 'error' ? 'tone-error text-tone' : ''}`}>
        {toast.text}
      </Primitive.Description>
      {action !== null && (
        <Primitive.Action asChild altText={`${action.label}: press F8 to reach it`}>
          <Button
            onClick={(event) => {
              // What the primitive would do is dismiss it, and that means the action was not wanted.
              event.preventDefault();
              actOnToast(toast.id);
            }}
          >
            {action.label}
          </Button>
        </Primitive.Action>
      )}
      <IconButton icon="close" label="Dismiss" onClick={() => dismissToast(toast.id)} />
    </Primitive.Root>
  );
}
