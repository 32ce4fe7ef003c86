import { writeSync } from 'node:fs';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { MetaConnection } from '#server/stores/meta/meta-connection.ts';

/**
 * Brings a database up to date as a start of the server does, and says when it begins and ends.
 * Arguments: spans.db or meta.db, and its path.
 */
const [, , name = '', file = ''] = process.argv;
writeSync(1, 'begin\n');
if (name === 'meta.db') new MetaConnection({ path: file, backup: true });
else openSpanStore(file, { attributesOf: () => ({}) });
writeSync(1, 'done\n');
process.exit(0);
