import type { ToolSpec } from '#web/trace/conversation.ts';
import { TextBlock } from '#web/trace/text-block.tsx';

/** The tools the model was offered. */
export function ToolsTab({ tools }: { tools: readonly ToolSpec[] }) {
  return (
    <ul className="flex flex-col gap-12">
      {tools.map((tool, index) => (
        <li key={index} className="tone-tool flex flex-col gap-4">
          <h3 className="verbatim font-semibold text-tone">{tool.name}</h3>
          {tool.description !== null && <p className="verbatim text-13 text-text2">{tool.description}</p>}
          <TextBlock text={JSON.stringify(tool.schema, null, 2)} label={`schema of ${tool.name}`} />
        </li>
      ))}
    </ul>
  );
}
