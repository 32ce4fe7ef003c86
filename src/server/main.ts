import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// Compiled code is kept beside the sources (where they can be written to): a second start is then
// ready in half the time.
enableCompileCache(fileURLToPath(new URL('../../.cache/compile', import.meta.url)));

// The command line may keep this thread's young generation small (`--max-semi-space-size`): it only
// passes bytes on. The flag would hold for the worker threads too, which have sizes of their own;
// by now it has done its work here.
setFlagsFromString('--max-semi-space-size=0');

const { runCli } = await import('#server/cli/cli.ts');
await runCli(process.argv.slice(2));
