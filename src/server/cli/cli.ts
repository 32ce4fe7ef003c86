import { parseArgs } from 'node:util';
import { ConfigError, configHelp, loadConfig } from '#server/config.ts';
import type { LoadedConfig } from '#server/config.ts';
import { PRODUCT_VERSION } from '#server/product-version.ts';
import { operatingError, StartError } from './start-error.ts';

const USAGE = `Usage: telltale <command> [options]

Commands:
  serve              start the server (the default)
  backup DIR         copy all data to a new directory, also while a server runs
  restore DIR        bring back a copy made by backup; refuses to overwrite data
  admin-link         print a new link by which admin@localhost chooses a password, also while a server runs
  reset-password EMAIL
                     the same for any user who signs in by password
  audit verify       check that no row of the audit log was changed or taken out; exit code 1 when one was
  audit export       write the audit log as JSON lines
  health             ask the running server whether it is there, over TLS where it speaks it; exit code 1 when not
  doctor             check ports, directory, disk, versions and permissions, and send a span over each wire

Options:
  --host HOST        address to listen on
  --port PORT        port of the page, the REST interface and OTLP over HTTP
  --grpc-port PORT   port of OTLP over gRPC
  --data DIR         directory of all data
  --head SEQ:HASH    audit verify: the head that an earlier verification gave, to be found again
  --json             serve, doctor: say what happens as JSON lines, for programs
  --help, --version

Environment (each also read as PHOENIX_...):

`;

interface CommandLine {
  readonly command: string;
  readonly target: string | null;
  readonly json: boolean;
  readonly head: string | undefined;
  readonly help: boolean;
  readonly version: boolean;
  /** Options that stand for variables, by the variable's name without its prefix. */
  readonly overrides: Readonly<Record<string, string | undefined>>;
}

/** Runs the command line. Whatever goes wrong ends as one line on stderr and an exit code: 2 for what the caller wrote, else 1. */
export async function runCli(argv: readonly string[]): Promise<void> {
  try {
    const line = parse(argv);
    if (line.help) process.stdout.write(`${USAGE}${configHelp()}\n`);
    else if (line.version) process.stdout.write(`${PRODUCT_VERSION}\n`);
    else await runCommand(line, loadConfig(undefined, line.overrides));
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message, 2);
    const message = operatingError(error);
    if (message === null) throw error;
    fail(message, error instanceof StartError ? error.exitCode : 1);
  }
}

/** Commands are loaded when they are run: the help should not wait for a database driver. */
async function runCommand({ command, target, json, head }: CommandLine, loaded: LoadedConfig): Promise<void> {
  switch (command) {
    case 'serve':
      return (await import('./serve.ts')).serve(loaded, { json });
    case 'backup':
      return (await import('./backup.ts')).backup(loaded.config, required(target, 'backup DIR'));
    case 'restore':
      return (await import('./restore.ts')).restore(loaded.config, required(target, 'restore DIR'));
    case 'audit':
      if (target === null) throw new StartError('What of the audit log? telltale audit verify, or telltale audit export', { exitCode: 2 });
      return (await import('./audit.ts')).audit(loaded.config, target, head);
    case 'health':
      return (await import('./health.ts')).health(loaded.config);
    case 'doctor':
      return (await import('./doctor.ts')).doctor(loaded, { json });
    case 'admin-link':
      return (await import('./password-link.ts')).passwordLink(loaded.config, null);
    case 'reset-password':
      return (await import('./password-link.ts')).passwordLink(loaded.config, required(target, 'reset-password EMAIL'));
    default:
      throw new StartError(
        `There is no command '${command.slice(0, 80)}'; accepted is serve, backup DIR, restore DIR, admin-link, reset-password EMAIL, audit verify, audit export, health or doctor. See --help.`,
        { exitCode: 2 },
      );
  }
}

function parse(argv: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        'grpc-port': { type: 'string' },
        data: { type: 'string' },
        head: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
    if (positionals.length > 2)
      throw new StartError(`'${positionals[2]?.slice(0, 80)}' is one word too many. See --help.`, { exitCode: 2 });
    const overrides = { HOST: values.host, PORT: values.port, GRPC_PORT: values['grpc-port'], WORKING_DIR: values.data };
    return {
      command: positionals[0] ?? 'serve',
      target: positionals[1] ?? null,
      json: values.json,
      head: values.head,
      help: values.help || positionals[0] === 'help',
      version: values.version,
      overrides,
    };
  } catch (error) {
    // What follows the first sentence is advice about words that begin with a dash.
    if (error instanceof TypeError)
      throw new StartError(`${error.message.split(/\.(?:\s|$)/)[0]}. See --help.`, { exitCode: 2, cause: error });
    throw error;
  }
}

function required(target: string | null, usage: string): string {
  if (target === null) throw new StartError(`Something is missing: telltale ${usage}`, { exitCode: 2 });
  return target;
}

function fail(message: string, exitCode: 1 | 2): never {
  process.stderr.write(`telltale: ${message}\n`);
  process.exit(exitCode);
}
