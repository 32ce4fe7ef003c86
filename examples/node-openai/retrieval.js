import { trace } from '@opentelemetry/api';

const DOCUMENTS = [
  {
    id: 'delivery',
    content: 'Delivery takes two to four working days; express delivery takes one.',
  },
  {
    id: 'returns',
    content: 'Articles can be returned within thirty days, unworn and with the label.',
  },
  { id: 'payment', content: 'We accept cards, bank transfer and vouchers.' },
];

/** Finds the passages closest to the question and answers from them. */
export async function askDocs(openai, inSpan, question) {
  return await inSpan('ask_docs', 'CHAIN', question, async () => {
    let passages = '';
    await inSpan('retrieve', 'RETRIEVER', question, async () => {
      const inputs = [question, ...DOCUMENTS.map((document) => document.content)];
      const reply = await openai.embeddings.create({
        model: 'text-embedding-3-small',
        input: inputs,
      });
      const [asked, ...known] = reply.data.map((item) => item.embedding);
      const found = DOCUMENTS.map((document, at) => ({ ...document, score: dot(asked, known[at]) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 2);
      const span = trace.getActiveSpan();
      for (const [at, document] of found.entries()) {
        span.setAttributes({
          [`retrieval.documents.${at}.document.id`]: document.id,
          [`retrieval.documents.${at}.document.content`]: document.content,
          [`retrieval.documents.${at}.document.score`]: document.score,
        });
      }
      passages = found.map((document) => document.content).join('\n');
      return found.map((document) => document.id).join(', ');
    });
    const completion = await openai.chat.completions.create({
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: `Answer from these passages:\n${passages}` },
        { role: 'user', content: question },
      ],
    });
    return completion.choices[0].message.content;
  });
}

function dot(a, b) {
  return a.reduce((sum, value, at) => sum + value * b[at], 0);
}
