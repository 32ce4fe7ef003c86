import { ExpressionWrapper, FunctionNode, ValueNode, type Expression } from 'kysely';
import type { MetaEngine } from './meta-batch.ts';

/**
 * Functions of SQL that the compiler for PostgreSQL spells another way (`postgres-compiler.ts`).
 */
export const JSON_ARRAY = 'json_array';
export const JSON_OBJECT = 'json_object';

/** A JSON list of columns, without blanks, in SQL that is written as text. */
export function jsonArrayOf(columns: readonly string[], engine: MetaEngine): string {
  if (engine === 'sqlite') return `${JSON_ARRAY}(${columns.join(', ')})`;
  return `'[' || ${columns.map((column) => `json_quote(${column})`).join(" || ',' || ")} || ']'`;
}

/** A JSON list, without blanks. */
export function jsonArray(...values: readonly Expression<unknown>[]): Expression<string> {
  return new ExpressionWrapper(
    FunctionNode.create(
      JSON_ARRAY,
      values.map((value) => value.toOperationNode()),
    ),
  );
}

/** A JSON object, without blanks, its fields in this order. */
export function jsonObject(
  fields: Readonly<Record<string, Expression<unknown>>>,
): Expression<string> {
  return new ExpressionWrapper(
    FunctionNode.create(
      JSON_OBJECT,
      Object.entries(fields).flatMap(([name, value]) => [
        ValueNode.createImmediate(name),
        value.toOperationNode(),
      ]),
    ),
  );
}
