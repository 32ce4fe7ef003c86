import type Database from 'better-sqlite3';
import { metaDamage } from '../meta-damage.ts';
import type { ReadRows } from './audit-links.ts';

/**
 * Reads the audit log from a connection. Prepares each statement once, and names the part of a
 * damaged file that cannot be read.
 */
export function auditReads(db: Database.Database): ReadRows {
  const statements = new Map<string, Database.Statement>();
  return (sql, parameters) => {
    try {
      const statement = statements.get(sql) ?? db.prepare(sql);
      statements.set(sql, statement);
      return statement.all(...parameters);
    } catch (error) {
      throw metaDamage(error, sql) ?? error;
    }
  };
}
