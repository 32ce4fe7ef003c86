import { expect, it } from 'vitest';
import type { JsonValue } from '#core/filter/predicate.ts';
import { mapToOpenInference } from './map-to-openinference.ts';

it.each<[string, Readonly<Record<string, JsonValue>>, Readonly<Record<string, JsonValue>>]>([
  [
    'a run of an agent',
    {
      'gen_ai.system_instructions': '[{"type":"text","content":"Be brief"}]',
      'pydantic_ai.all_messages':
        '[{"role":"user","parts":[{"type":"text","content":"Q"}]},{"role":"assistant","parts":[{"type":"text","content":"A"}]}]',
      final_result: 'A',
    },
    {
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.1.message.content': 'Q',
      'llm.output_messages.0.message.content': 'A',
      'output.value': 'A',
    },
  ],
  [
    'a run that was given up',
    { 'pydantic_ai.all_messages': '[{"role":"user","parts":[{"type":"text","content":"Q"}]}]' },
    { 'llm.input_messages.0.message.content': 'Q' },
  ],
  [
    'a tool in the second format',
    {
      'gen_ai.operation.name': 'execute_tool',
      tool_arguments: '{"city":"Lisbon"}',
      tool_response: 'sunny',
    },
    {
      'openinference.span.kind': 'TOOL',
      'tool.parameters': '{"city":"Lisbon"}',
      'output.value': 'sunny',
    },
  ],
])('reads %s', (_, sent, expected) => {
  const attributes = new Map(Object.entries(sent));
  mapToOpenInference(attributes, []);
  expect(Object.fromEntries(attributes)).toMatchObject(expected);
});
