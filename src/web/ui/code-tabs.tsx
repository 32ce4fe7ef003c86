import * as Tabs from 'radix-ui/tabs';
import { CopyButton } from './copy-button.tsx';

interface CodeTabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly text: string }[];
  /** The tab that is shown, where its owner keeps it; the first at first otherwise. */
  readonly shown?: string;
  readonly onShow?: (name: string) => void;
}

/** Lines to paste, by language or framework. */
export function CodeTabs({ label, tabs, shown, onShow }: CodeTabsProps) {
  return (
    <Tabs.Root
      {...(shown === undefined ? { defaultValue: tabs[0]?.name ?? '' } : { value: shown })}
      {...(onShow === undefined ? {} : { onValueChange: onShow })}
      className="w-full overflow-hidden rounded-popover border border-line1 bg-bg1"
    >
      <Tabs.List
        aria-label={label}
        className="flex border-b border-line1 px-8 max-md:overflow-x-auto md:flex-wrap"
      >
        {tabs.map(({ name }) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="h-34 shrink-0 border-b-2 border-transparent px-8 text-12 font-medium whitespace-nowrap text-text2 hover:text-text1 data-[state=active]:border-focus data-[state=active]:text-text1 max-md:h-44"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ name, text }) => (
        <Tabs.Content key={name} value={name} aria-label={name} className="relative">
          <span className="absolute top-8 right-8 rounded-chip bg-bg1">
            <CopyButton text={text} />
          </span>
          <pre tabIndex={0} className="mono max-h-400 overflow-auto p-16 pt-32 text-text1">
            {text}
          </pre>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
