import { expect, it } from 'vitest';
import { conversationOf } from '#web/trace/conversation.ts';
import { mediaPartOf } from './media-part.ts';
import { nestAttributes } from '#web/trace/span/nest-attributes.ts';

const PNG = 'data:image/png;base64,AAAA';
const WAV = 'data:audio/wav;base64,AAAA';

it.each([
  ['OpenInference', { type: 'image', image: { image: { url: PNG } } }, { type: 'image', url: PNG }],
  [
    'OpenInference audio',
    {
      type: 'audio',
      audio: { audio: { url: 'https://x/a.wav', mime_type: 'audio/wav', transcript: 'hi' } },
    },
    { type: 'audio', url: 'https://x/a.wav', transcript: 'hi' },
  ],
  [
    'OpenAI chat',
    { type: 'image_url', image_url: { url: 'https://x/y' } },
    { type: 'image', url: 'https://x/y' },
  ],
  ['OpenAI responses', { type: 'input_image', image_url: PNG }, { type: 'image', url: PNG }],
  [
    'OpenAI audio',
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    { type: 'audio', url: WAV, transcript: null },
  ],
  [
    'OpenAI file',
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    { type: 'file', url: 'data:application/pdf;base64,AAAA', name: 'a.pdf' },
  ],
  [
    'Anthropic',
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    { type: 'image', url: PNG },
  ],
  [
    'Anthropic by link',
    { type: 'image', source: { type: 'url', url: 'https://x/y' } },
    { type: 'image', url: 'https://x/y' },
  ],
  [
    'Anthropic document',
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
    { type: 'file', url: 'data:application/pdf;base64,AAAA', name: null },
  ],
  ['Google', { inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { type: 'image', url: PNG }],
  [
    'GenAI blob',
    { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' },
    { type: 'image', url: PNG },
  ],
  [
    'GenAI blob of no type',
    { type: 'blob', modality: 'image', content: 'AAAA' },
    { type: 'image', url: PNG },
  ],
  [
    'GenAI link',
    { type: 'uri', modality: 'image', uri: 'https://x/y' },
    { type: 'image', url: 'https://x/y' },
  ],
  ['an SDK', { type: 'image-url', url: 'https://x/y' }, { type: 'image', url: 'https://x/y' }],
  [
    'another SDK',
    { type: 'image', image: 'AAAA', mediaType: 'image/png' },
    { type: 'image', url: PNG },
  ],
])('reads a picture, recording or file as %s writes it', (_, part, expected) => {
  expect(mediaPartOf(part)).toEqual(expected);
});

it('leaves all other parts alone', () => {
  for (const part of [
    'text',
    null,
    7,
    {},
    { type: 'text', text: 'data:image/png;base64,AAAA' },
    { type: 'file', file_id: 'f1' },
    { image: {} },
  ])
    expect(mediaPartOf(part)).toBeNull();
});

it('finds the parts in texts that hold them as JSON, and leaves other JSON as text', () => {
  const partsIn = (text: string) =>
    conversationOf(
      nestAttributes({
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.content': text,
      }),
    ).input[0]?.parts;
  const parts = [
    { type: 'text', text: 'See' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
  ];
  expect(partsIn(JSON.stringify(parts))).toEqual([
    { type: 'text', text: 'See' },
    { type: 'image', url: PNG },
  ]);
  for (const text of ['[{"type":"order"}]', '[1]', '[]', '[{broken'])
    expect(partsIn(text)).toEqual([{ type: 'text', text }]);
  const blob = JSON.stringify({
    type: 'blob',
    modality: 'audio',
    mime_type: 'audio/wav',
    content: 'AAAA',
  });
  const contents = { 'llm.input_messages.0.message.contents.0.message_content.text': blob };
  expect(conversationOf(nestAttributes(contents)).input[0]?.parts).toEqual([
    { type: 'audio', url: WAV, transcript: null },
  ]);
});

it('shows no base64 as text', () => {
  const parts = [
    { type: 'text', content: 'See' },
    { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' },
  ];
  const { input } = conversationOf(
    nestAttributes({ 'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts }]) }),
  );
  expect(input[0]?.parts).toEqual([
    { type: 'text', text: 'See' },
    { type: 'image', url: PNG },
  ]);
});
