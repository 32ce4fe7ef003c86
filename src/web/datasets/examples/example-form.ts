/** The key prefix of example drafts, before the example's id: empty for a new one. */
export function exampleForm(dataset: string): string {
  return `example ${dataset} `;
}
