/** What drafts of a dataset's examples are kept under, before the id of the example: nothing for a new one. */
export function exampleForm(dataset: string): string {
  return `example ${dataset} `;
}
