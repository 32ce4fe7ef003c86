import { useState } from 'react';
import type { NewApiKey } from '#contracts/api-keys/api-key.ts';
import { keyLines } from './key-access.ts';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeTabs } from '#web/ui/code-tabs.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

interface SecretOnceProps {
  readonly made: NewApiKey;
  /** Further information, such as when the old key expires. */
  readonly note?: string;
  readonly onClose: () => void;
}

/** The secret of a new key. It is shown only once, so closing without having copied it asks for confirmation. */
export function SecretOnce({ made, note, onClose }: SecretOnceProps) {
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);
  const mayClose = (): boolean => {
    if (!copied) setAsking(true);
    return copied;
  };
  return (
    <Dialog title={`Key ${made.name}`} size="wide" onClose={onClose} mayClose={mayClose}>
      <div className="flex flex-col gap-16" onCopy={() => setCopied(document.getSelection()?.toString().includes(made.key) ?? false)}>
        <p className="text-13 text-text2">Copy the key now. The secret is shown only once. {note}</p>
        <div className="flex items-center gap-8 rounded-control border border-line3 bg-bg0 p-8">
          <code className="mono min-w-0 flex-1 text-13 break-all text-text1" aria-label="The key">
            {made.key}
          </code>
          <CopyButton text={made.key} label="Copy key" onCopied={() => setCopied(true)} />
        </div>
        <CodeTabs label="How to use it" tabs={keyLines(made, location.origin + ROOT_PATH)} />
        {asking && !copied ? (
          <LeaveQuestion secret={made.key} onCopied={() => setCopied(true)} onClose={onClose} />
        ) : (
          <div className="flex justify-end">
            <Button look="accent" className="max-md:h-44" onClick={onClose}>
              {copied ? 'Done' : 'I have copied it'}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface LeaveQuestionProps {
  readonly secret: string;
  readonly onCopied: () => void;
  readonly onClose: () => void;
}

function LeaveQuestion({ secret, onCopied, onClose }: LeaveQuestionProps) {
  const [failed, setFailed] = useState(false);
  const copy = (): void => {
    copyText(secret).then(
      () => {
        onCopied();
        onClose();
      },
      () => setFailed(true),
    );
  };
  return (
    <div role="alert" className="tone-warn flex flex-wrap items-center justify-end gap-8 rounded-control bg-tint p-12 text-13">
      <p className="min-w-0 flex-1 basis-240 text-text1">
        {failed
          ? 'The browser blocked copying. Select the key above and copy it manually.'
          : 'You haven’t copied the key. If you close this dialog, the key is lost and you have to create a new one.'}
      </p>
      <Button className="max-md:h-44" onClick={onClose}>
        Close without copying
      </Button>
      <Button look="accent" className="max-md:h-44" onClick={copy}>
        Copy and close
      </Button>
    </div>
  );
}
