import { parseArgs } from 'node:util';
import { OVERRIDE_OPTIONS } from '#server/config.ts';
import { COPY_HELP, GATE_HELP, REREAD_HELP } from './command-examples.ts';
import { StartError } from './start-error.ts';

interface Command {
  /** The text after `telltale`, as typed: the command's words, then its arguments in capitals. */
  readonly usage: string;
  readonly summary: string;
  /**
   * Options of this command only; options that set variables apply to every command, as the
   * variables do.
   */
  readonly options: readonly OwnOption[];
  /** More of the help, after the options. */
  readonly more?: string;
}

type OwnOption = 'json' | 'head' | 'metadata' | 'from' | 'to' | GateOption | RereadOption;
type RereadOption = 'project' | 'since' | 'until' | 'costs' | 'dry-run' | 'follow' | 'url';
type GateOption =
  | 'experiment'
  | 'baseline'
  | 'fail-if'
  | 'significant'
  | 'wait'
  | 'markdown'
  | 'junit'
  | 'url';

const COMMANDS: readonly Command[] = [
  { usage: 'serve', summary: 'start the server (the default)', options: ['json'] },
  {
    usage: 'backup DIR',
    summary: 'copy all data to a new directory, also while a server runs',
    options: ['metadata'],
  },
  {
    usage: 'restore DIR',
    summary: 'bring back a copy made by backup; refuses to overwrite data',
    options: [],
  },
  {
    usage: 'copy',
    summary:
      'move all data between a directory and PostgreSQL with ClickHouse, both stopped; exit code 1 when a count differs',
    options: ['from', 'to'],
    more: COPY_HELP,
  },
  {
    usage: 'admin-link',
    summary:
      'print a new link by which admin@localhost chooses a password, also while a server runs',
    options: [],
  },
  {
    usage: 'reset-password EMAIL',
    summary: 'the same for any user who signs in by password',
    options: [],
  },
  {
    usage: 'audit verify',
    summary:
      'check that no row of the audit log was changed or taken out; exit code 1 when one was',
    options: ['head'],
  },
  { usage: 'audit export', summary: 'write the audit log as JSON lines', options: [] },
  {
    usage: 'health',
    summary:
      'ask the running server whether it is there, over TLS where it speaks it; exit code 1 when not',
    options: [],
  },
  {
    usage: 'doctor',
    summary:
      'check ports, directory, disk, databases, versions and permissions, and send a span over each wire',
    options: ['json'],
  },
  {
    usage: 'gate',
    summary:
      'compare an experiment with rules and with its baseline; exit code 1 when a rule fails, 2 when the server cannot tell',
    options: [
      'experiment',
      'baseline',
      'fail-if',
      'significant',
      'wait',
      'markdown',
      'junit',
      'url',
    ],
    more: GATE_HELP,
  },
  {
    usage: 'reread',
    summary:
      'have a running server read stored spans again, by the mappings and prices of now; exit code 1 when that fails',
    options: ['project', 'since', 'until', 'costs', 'dry-run', 'follow', 'url'],
    more: REREAD_HELP,
  },
];

interface Option {
  /** The placeholder of its value in the help; none for an option without a value. */
  readonly value?: string;
  readonly short?: string;
  readonly summary: string;
}

const OPTIONS: Readonly<Record<string, Option>> = {
  host: { value: 'HOST', summary: 'address to listen on' },
  port: { value: 'PORT', summary: 'port of the page, the REST interface and OTLP over HTTP' },
  'grpc-port': { value: 'PORT', summary: 'port of OTLP over gRPC' },
  data: { value: 'DIR', summary: 'directory of all data' },
  head: {
    value: 'SEQ:HASH',
    summary: 'audit verify: the head that an earlier verification gave, to be found again',
  },
  metadata: {
    value: 'DUMP',
    summary: 'backup: check this dump of PostgreSQL by pg_dump, a file or a directory',
  },
  from: { value: 'DIR', summary: 'copy: the data directory to copy, or cluster' },
  to: { value: 'DIR', summary: 'copy: cluster, or the directory to copy to' },
  experiment: {
    value: 'EXPERIMENT',
    summary: "gate: Global ID, name, or dataset/number; dataset/latest is the dataset's newest",
  },
  baseline: {
    value: 'TAG',
    summary: 'gate: tag or Global ID of the experiment to compare with (baseline)',
  },
  'fail-if': { value: 'RULE', summary: 'gate: a condition that fails the gate; may be repeated' },
  significant: {
    summary:
      'gate: a rule about the baseline fails only if the difference is statistically significant',
  },
  wait: {
    value: 'SECONDS',
    summary:
      'gate: wait up to that long for runs, and for the evaluations and costs that rules need',
  },
  markdown: { value: 'FILE', summary: 'gate: write the result as Markdown; - for standard output' },
  junit: { value: 'FILE', summary: 'gate: write the result as JUnit XML' },
  project: { value: 'PROJECT', summary: 'reread: the only project, by name or Global ID' },
  since: {
    value: 'TIME',
    summary: 'reread: spans that start from then on: 2026-11-20, 2026-11-20T18:16:00Z, or 30d, 12h',
  },
  until: { value: 'TIME', summary: 'reread: spans that start before then' },
  costs: { summary: 'reread: only what spans cost; everything else stays' },
  'dry-run': { summary: 'reread: only count what would change' },
  follow: { summary: 'reread: start nothing, but follow the job that runs' },
  url: {
    value: 'URL',
    summary: 'gate, reread: address of the server (TELLTALE_URL, or the server on this machine)',
  },
  json: { summary: 'serve, doctor: say what happens as JSON lines, for programs' },
  help: { short: 'h', summary: '' },
  version: { short: 'v', summary: '' },
};
const EVERYWHERE = [...OVERRIDE_OPTIONS.map(([option]) => option), 'help', 'version'];
const CHARS_SHOWN = 80;
const COLUMN = 19;

export interface CommandLine {
  /** The command's words, such as `serve` or `audit verify`; the topic when `text` is `help`. */
  readonly command: string;
  /** The command's argument, as its usage names it; empty if it has none. */
  readonly operand: string;
  readonly json: boolean;
  readonly head: string | undefined;
  /** The command's own options that were given, in order, by name. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  /** The text to print in place of running anything; null when the command is to run. */
  readonly text: 'help' | 'version' | null;
  /** Options that set variables, by the variable's name without its prefix. */
  readonly overrides: Readonly<Record<string, string | undefined>>;
}

const NOTHING: CommandLine = {
  command: 'serve',
  operand: '',
  json: false,
  head: undefined,
  given: new Map(),
  text: null,
  overrides: {},
};

/**
 * Parses the command line. An invalid argument ends in a one-line error that names it and lists the
 * accepted ones.
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  // Not strict: Node's own errors know neither the command nor what it takes.
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: parserOptions(),
  });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const options = tokens.filter((token) => token.kind === 'option');
  // A help option wins over everything else on the line.
  if (words[0] === 'help' || options.some(({ name }) => name === 'help'))
    return {
      ...NOTHING,
      text: 'help',
      command: words[0] === 'help' ? words.slice(1).join(' ') : words.join(' '),
    };
  const command = commandOf(words.length === 0 ? ['serve'] : words);
  const values = Map.groupBy(options, ({ name }) => name);
  const given = new Map(
    [...values].map(([name, found]) => [name, found.map((option) => optionValue(command, option))]),
  );
  const operand = operandOf(command, words.slice(nameOf(command).split(' ').length));
  return {
    command: nameOf(command),
    operand,
    json: given.has('json'),
    head: given.get('head')?.at(-1),
    given,
    text: given.has('version') ? 'version' : null,
    overrides: Object.fromEntries(
      OVERRIDE_OPTIONS.map(([option, variable]) => [variable, given.get(option)?.at(-1)]),
    ),
  };
}

/** Each command as it is typed, without `telltale`. */
export function commandUsages(): readonly string[] {
  return COMMANDS.map(({ usage }) => usage);
}

/**
 * The help of one command, or of each command of a family such as `audit`; null for an unknown
 * command, and for `serve`, which all variables apply to.
 */
export function helpOf(words: string): string | null {
  const given = words.split(' ');
  const isMeant = (command: Command): boolean =>
    nameOf(command)
      .split(' ')
      .every((word, place) => given[place] === word || (place > 0 && given[place] === undefined));
  const meant = COMMANDS.filter(isMeant);
  if (meant.length === 0 || nameOf(meant[0] ?? { usage: '', summary: '', options: [] }) === 'serve')
    return null;
  return [
    ...meant.map(({ usage, summary }) => `Usage: telltale ${usage} [options]\n\n  ${summary}\n`),
    'Options:',
    ...Object.entries(OPTIONS)
      .filter(([name]) => meant.some((command) => isAccepted(command, name)))
      .map(([name, { summary }]) =>
        row(shown(name), meant.length === 1 ? summary.replace(/^[a-z, ]+: /, '') : summary),
      ),
    '',
    ...meant.flatMap(({ more }) => (more === undefined ? [] : [more])),
    'telltale --help lists all commands and the environment variables.',
    '',
  ].join('\n');
}

/** The help, without the variables. */
export function commandHelp(): string {
  return [
    'Usage: telltale <command> [options]',
    '',
    'Commands:',
    ...COMMANDS.map(({ usage, summary }) => row(usage, summary)),
    '',
    'Options:',
    ...Object.entries(OPTIONS).map(([name, { summary }]) => row(shown(name), summary)),
    '',
  ].join('\n');
}

function row(left: string, right: string): string {
  if (right === '') return `  ${left}`;
  return left.length < COLUMN
    ? `  ${left.padEnd(COLUMN)}${right}`
    : `  ${left}\n${' '.repeat(COLUMN + 2)}${right}`;
}

function parserOptions(): Record<string, { type: 'string' | 'boolean'; short?: string }> {
  return Object.fromEntries(
    Object.entries(OPTIONS).map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? 'boolean' : 'string',
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
}

/** Its words, without what they work on. */
function nameOf({ usage }: Command): string {
  return usage.replace(/ [A-Z]+$/, '');
}

function commandOf(words: readonly string[]): Command {
  const named = COMMANDS.find(
    (command) => nameOf(command) === words.slice(0, nameOf(command).split(' ').length).join(' '),
  );
  if (named !== undefined) return named;
  const family = COMMANDS.filter(
    ({ usage }) => usage.startsWith(`${words[0]} `) && /^[a-z-]+ [a-z]/.test(usage),
  );
  const accepted = listed((family.length > 0 ? family : COMMANDS).map(({ usage }) => usage));
  const [first = '', second] = words;
  if (family.length > 0 && second === undefined)
    throw refusal(`'${first}' alone says too little; accepted is ${accepted}.`);
  throw refusal(
    `There is no command '${cut(family.length > 0 ? `${first} ${second}` : first)}'; accepted is ${accepted}. See --help.`,
  );
}

function isAccepted(command: Command, option: string): boolean {
  return EVERYWHERE.includes(option) || command.options.some((own) => own === option);
}

function optionValue(
  command: Command,
  {
    name,
    rawName,
    value,
    inlineValue,
  }: { name: string; rawName: string; value: string | undefined; inlineValue: boolean | undefined },
): string {
  const option = OPTIONS[name];
  if (option === undefined || !isAccepted(command, name)) {
    const accepted = Object.keys(OPTIONS).filter(
      (one) => isAccepted(command, one) && OPTIONS[one]?.short === undefined,
    );
    throw refusal(
      `${nameOf(command)} has no ${cut(rawName)}, but ${accepted.map((one) => `--${one}`).join(' ')}. See --help.`,
    );
  }
  if (option.value === undefined) {
    if (inlineValue === true)
      throw refusal(
        `--${name} is '${cut(value ?? '')}'; accepted is --${name} alone, without a value.`,
      );
    return '';
  }
  // `--port --json` is a value that was forgotten; one that does begin with a dash is written
  // `--data=-x`.
  if (
    value === undefined ||
    value === '' ||
    (inlineValue !== true && value.startsWith('-') && value !== '-')
  )
    throw refusal(`--${name} has no value; accepted is --${name} ${option.value}.`);
  return value;
}

function operandOf({ usage }: Command, [operand, ...more]: readonly string[]): string {
  const wanted = / ([A-Z]+)$/.exec(usage)?.[1];
  const extra = wanted === undefined ? operand : more[0];
  if (extra !== undefined)
    throw refusal(`'${cut(extra)}' is one word too many; accepted is telltale ${usage}.`);
  if (wanted !== undefined && (operand === undefined || operand === ''))
    throw refusal(`${wanted} is missing; accepted is telltale ${usage}.`);
  return operand ?? '';
}

function shown(option: string): string {
  const { value, short } = OPTIONS[option] ?? { summary: '' };
  return `${short === undefined ? '' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function cut(text: string): string {
  return text.slice(0, CHARS_SHOWN).replaceAll(/\s+/g, ' ');
}

function refusal(message: string): StartError {
  return new StartError(message, { exitCode: 2 });
}
