import {
  clientEnvironment,
  ConfigError,
  configHelp,
  loadConfig,
  type LoadedConfig,
} from '#server/config.ts';
import { PRODUCT_VERSION } from '#server/product-version.ts';
import { commandHelp, helpOf, readCommandLine, type CommandLine } from './command-line.ts';
import { makeFilesPrivate } from './private-files.ts';
import { operatingError, StartError } from './start-error.ts';

/**
 * Runs the command line. Whatever goes wrong ends as one line on stderr and an exit code: 2 for
 * what the caller wrote, else 1.
 */
export async function runCli(argv: readonly string[]): Promise<void> {
  try {
    makeFilesPrivate();
    const line = readCommandLine(argv);
    if (line.text === 'help') process.stdout.write(helpOf(line.command) ?? wholeHelp());
    else if (line.text === 'version') process.stdout.write(`${PRODUCT_VERSION}\n`);
    else await runCommand(line, loadConfig(undefined, line.overrides));
  } catch (error) {
    if (error instanceof ConfigError) fail(error.problems, 2);
    const message = operatingError(error);
    if (message === null) throw error;
    fail([message], error instanceof StartError ? error.exitCode : 1);
  }
}

function wholeHelp(): string {
  return `${commandHelp()}\nEnvironment (each also read as PHOENIX_...):\n\n${configHelp()}\n`;
}

/** Commands are loaded when they are run: the help should not wait for a database driver. */
async function runCommand(
  { command, operand, json, head, given }: CommandLine,
  loaded: LoadedConfig,
): Promise<void> {
  switch (command) {
    case 'serve':
      return (await import('./serve.ts')).serve(loaded, { json });
    case 'backup':
      return (await import('./backup.ts')).backup(loaded.config, operand, given);
    case 'restore':
      return (await import('./restore.ts')).restore(loaded.config, operand);
    case 'copy':
      return (await import('./copy/copy.ts')).copy(loaded.config, given);
    case 'audit verify':
      return (await import('./audit.ts')).auditVerify(loaded.config, head);
    case 'audit export':
      return (await import('./audit.ts')).auditExport(loaded.config);
    case 'health':
      return (await import('./health.ts')).health(loaded.config);
    case 'doctor':
      return (await import('./doctor.ts')).doctor(loaded, { json });
    case 'admin-link':
      return (await import('./password-link.ts')).passwordLink(loaded.config, null);
    case 'reset-password':
      return (await import('./password-link.ts')).passwordLink(loaded.config, operand);
    case 'gate':
      return (await import('./gate.ts')).gate(loaded.config, clientEnvironment(), given);
    case 'reread':
      return (await import('./reread.ts')).reread(loaded.config, clientEnvironment(), given);
    default:
      throw new Error(`The command ${command} is listed, and nothing runs it.`);
  }
}

function fail(lines: readonly string[], exitCode: 1 | 2): never {
  for (const line of lines) process.stderr.write(`telltale: ${line}\n`);
  process.exit(exitCode);
}
