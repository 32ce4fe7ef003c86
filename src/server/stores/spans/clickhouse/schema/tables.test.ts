import { expect, it } from 'vitest';
import { tableStatements } from './tables.ts';

function text(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};\n`).join('\n');
}

it('makes the tables of a single server', async () => {
  await expect(text(tableStatements(null))).toMatchFileSnapshot('schema.sql');
});

it('makes replicated tables on a cluster', async () => {
  await expect(text(tableStatements('telltale'))).toMatchFileSnapshot('schema-of-cluster.sql');
});
