import type { SpanDetail } from '#web/platform/http/model.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { nestAttributes } from './nest-attributes.ts';
import { attributesOf } from './span-attributes-codec.ts';
import { useState } from 'react';

const FORMATS = ['curl', 'Python', 'TypeScript'] as const;

/** The call as something to run again: keys stay in the environment. The texts are made, and their code is loaded, when asked for. */
export function CopyAsMenu({ span }: { span: SpanDetail }) {
  const [copied, setCopied] = useState('');
  const copy = async (format: (typeof FORMATS)[number]): Promise<void> => {
    const [{ chatCallOf }, { copyAs }] = await Promise.all([
      import('#web/trace/copy-as/chat-call.ts'),
      import('#web/trace/copy-as/copy-as.ts'),
    ]);
    const call = chatCallOf(nestAttributes(attributesOf(span.attributes)), span.model_name, span.model_provider);
    if (call === null) return setCopied('The span has no model or no messages to copy.');
    await copyText(copyAs(call, format)).then(
      () => setCopied(`Copied as ${format}`),
      () => setCopied('The browser blocked copying.'),
    );
  };
  return (
    <span className="flex items-center gap-8">
      <span role="status" className="text-11 text-text3">
        {copied}
      </span>
      <Menu
        align="end"
        trigger={
          <Button look="quiet">
            Copy as <Icon name="chevronDown" size={12} />
          </Button>
        }
      >
        {FORMATS.map((format) => (
          <MenuItem key={format} onSelect={() => void copy(format)}>
            {format}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
