import { useEffect, useRef, type ReactNode } from 'react';
import { Logo } from '#web/ui/icon.tsx';

/** Fields to type in. */
const TYPED = 'input:is([type="email"], [type="text"], [type="password"])';

/** A standalone screen, such as sign-in: a centered column. Its first field takes the focus. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body)
      frame.current?.querySelector<HTMLElement>(TYPED)?.focus();
  }, []);
  useEffect(() => {
    document.title = `${title} · Telltale`;
  }, [title]);
  return (
    <main
      ref={frame}
      id="content"
      className="grid h-full place-items-center overflow-auto px-16 py-32"
    >
      <div className="flex w-full max-w-360 flex-col gap-20 rounded-popover border border-line1 bg-bg1 p-24">
        <div className="flex items-center gap-10 text-14 font-semibold">
          <Logo />
          Telltale
        </div>
        <h1 className="text-16 font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}
