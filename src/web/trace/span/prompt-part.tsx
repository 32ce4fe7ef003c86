import { Fragment } from 'react';
import type { PromptTemplate } from './prompt-template.ts';
import { Part } from './part.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';

/** The template of a prompt: with its variables filled in, as it was written, and what the variables were. */
export function PromptPart({ prompt }: { prompt: PromptTemplate }) {
  return (
    <Part title={prompt.version === null ? 'Prompt template' : `Prompt template, version ${prompt.version}`}>
      <TextBlock text={prompt.template} label="llm.prompt_template.template" />
      {prompt.variables.length > 0 && (
        <>
          <dl className="grid grid-cols-[minmax(80px,max-content)_minmax(0,1fr)] gap-x-12 gap-y-4 pl-10 text-13">
            {prompt.variables.map(([name, value]) => (
              <Fragment key={name}>
                <dt className="mono verbatim text-text2">{name}</dt>
                <dd>
                  <TextBlock text={value} label={`variable ${name}`} look="line" />
                </dd>
              </Fragment>
            ))}
          </dl>
          <details>
            <summary className="text-12 text-text3 hover:text-text1">with its variables filled in</summary>
            <TextBlock text={prompt.filled} label="prompt" />
          </details>
        </>
      )}
    </Part>
  );
}
