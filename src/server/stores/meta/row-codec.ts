/**
 * The one place where rows that came back from the thread get the type the query promises;
 * `MetaTables` and the schema test keep it honest.
 */
export function typedRows<R>(rows: readonly unknown[]): R[] {
  return [...rows] as R[];
}
