import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept beside the sources (where they can be written to): a second start is then ready in half the time.
enableCompileCache(fileURLToPath(new URL('../../.cache/compile', import.meta.url)));

const { runCli } = await import('#server/cli/cli.ts');
await runCli(process.argv.slice(2));
