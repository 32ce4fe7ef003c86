/**
 * When a model's first token came, in nanoseconds after the span's start. Spans stored before have
 * none.
 */
export const firstToken = `
ALTER TABLE spans ADD COLUMN first_token INTEGER;
`;
