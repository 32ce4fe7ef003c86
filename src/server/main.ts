import { runCli } from '#server/cli/cli.ts';

await runCli(process.argv.slice(2));
