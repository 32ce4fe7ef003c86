import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * The options of a script that people start themselves. Asked for help, it prints that and ends; an
 * option or a word that it does not know ends it with one line and exit code 2, and never in a
 * stack trace.
 */
export function readOptions<T extends ParseArgsConfig>(
  help: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help);
    process.exit(0);
  }
  try {
    return parseArgs<T>({ ...config, args });
  } catch (error) {
    if (error instanceof TypeError) refuse(firstSentence(error.message));
    throw error;
  }
}

/** A typed positive integer. */
export function readCount(option: string, text: string): number {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0
    ? value
    : refuse(`${option} takes a whole number above zero, not '${text}'`);
}

/** Ends the script with that line. */
export function refuse(why: string): never {
  console.error(`${why}. See --help.`);
  process.exit(2);
}

/** The rest of Node's message is advice about words that begin with a dash. */
function firstSentence(message: string): string {
  return message.split(/\.(?:\s|$)/)[0] ?? message;
}
