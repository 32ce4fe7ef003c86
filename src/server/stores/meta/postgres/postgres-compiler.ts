import {
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
  type BinaryOperationNode,
  type FunctionNode,
  type OperationNode,
} from 'kysely';
import { invariant } from '#contracts/wire/errors.ts';
import { JSON_ARRAY, JSON_OBJECT } from '../meta-functions.ts';

/** PostgreSQL's SQL, where Kysely's own would differ from what the same query means on SQLite. */
export class PostgresCompiler extends PostgresQueryCompiler {
  /** SQLite knows empty lists, PostgreSQL only empty arrays. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    const isEmpty =
      (PrimitiveValueListNode.is(rightOperand) || ValueListNode.is(rightOperand)) &&
      rightOperand.values.length === 0;
    if (!isEmpty || !OperatorNode.is(operator)) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(leftOperand);
    this.append(operator.operator === 'not in' ? " <> ALL ('{}')" : " = ANY ('{}')");
  }

  /**
   * PostgreSQL's own functions put blanks between values: texts that are hashed and lines of
   * exports have none.
   */
  protected override visitFunction(node: FunctionNode): void {
    const { func, arguments: values } = node;
    if (func === JSON_ARRAY) this.#json('[', ']', values, () => '');
    else if (func === JSON_OBJECT) {
      const named = values.filter((_, at) => at % 2 === 1);
      this.#json('{', '}', named, (at) => `${JSON.stringify(nameOf(values[2 * at]))}:`);
    } else super.visitFunction(node);
  }

  #json(
    open: string,
    close: string,
    values: readonly OperationNode[],
    before: (at: number) => string,
  ): void {
    this.append('json(');
    values.forEach((value, at) => {
      this.appendStringLiteral((at === 0 ? open : ',') + before(at));
      this.append(' || json_quote(');
      this.visitNode(value);
      this.append(') || ');
    });
    this.appendStringLiteral(values.length === 0 ? open + close : close);
    this.append(')');
  }
}

function nameOf(node: OperationNode | undefined): string {
  invariant(
    node !== undefined && ValueNode.is(node) && typeof node.value === 'string',
    'a field of a JSON object has a name',
  );
  return node.value;
}
