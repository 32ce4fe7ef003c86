import type { NewApiKey } from '#contracts/api-key.ts';
import { keyLines } from '../../lib/api-key/key-access.ts';
import { ROOT_PATH } from '../../lib/root-path.ts';
import { Button } from '../button.tsx';
import { CodeTabs } from '../code-tabs.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Dialog } from '../dialog.tsx';

interface SecretOnceProps {
  readonly made: NewApiKey;
  /** What else there is to know, such as until when the old key is taken. */
  readonly note?: string;
  readonly onClose: () => void;
}

/** The secret of a key that was just made. Nothing shows it again. */
export function SecretOnce({ made, note, onClose }: SecretOnceProps) {
  return (
    <Dialog title={`Key ${made.name}`} size="wide" onClose={onClose}>
      <div className="flex flex-col gap-16">
        <p className="text-13 text-text2">Copy the key now: it is shown this once, and nobody can read it again. {note}</p>
        <div className="flex items-center gap-8 rounded-control border border-line3 bg-bg0 p-8">
          <code className="mono min-w-0 flex-1 text-13 break-all text-text1" aria-label="The key">
            {made.key}
          </code>
          <CopyButton text={made.key} label="Copy key" />
        </div>
        <CodeTabs label="How to use it" tabs={keyLines(made.key, location.origin + ROOT_PATH)} />
        <div className="flex justify-end">
          <Button look="accent" onClick={onClose}>
            I have copied it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
