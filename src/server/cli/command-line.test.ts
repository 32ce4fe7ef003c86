import { describe, expect, it } from 'vitest';
import { helpOf, commandHelp, readCommandLine } from './command-line.ts';
import { StartError } from './start-error.ts';

const COMMANDS = [
  'serve',
  'backup DIR',
  'restore DIR',
  'copy',
  'admin-link',
  'reset-password EMAIL',
  'audit verify',
  'audit export',
  'health',
  'doctor',
  'gate',
  'reread',
];

function refusalOf(...argv: readonly string[]): string {
  try {
    readCommandLine(argv);
    return 'no refusal';
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({ exitCode: 2 });
    return error instanceof Error ? error.message : '';
  }
}

describe('the command line', () => {
  it('starts the server without a command', () => {
    expect(readCommandLine([])).toMatchObject({
      command: 'serve',
      operand: '',
      json: false,
      text: null,
    });
    expect(readCommandLine(['--port', '7', '--json']).overrides).toEqual({ PORT: '7' });
  });

  it('takes options before and after the command, with a blank or an equals sign', () => {
    const line = readCommandLine(['--data=/x', 'backup', './copy', '--host', '::1']);
    expect(line).toMatchObject({
      command: 'backup',
      operand: './copy',
      overrides: { WORKING_DIR: '/x', HOST: '::1' },
    });
    expect(readCommandLine(['audit', 'verify', '--head', '1:ab'])).toMatchObject({
      command: 'audit verify',
      head: '1:ab',
    });
    expect(readCommandLine(['backup', '--', '--copy'])).toMatchObject({ operand: '--copy' });
  });

  it.each(COMMANDS)('%s names an option it does not know, and those it does', (usage) => {
    const argv = usage.replace('DIR', './x').replace('EMAIL', 'a@b.c').split(' ');
    const command = usage.replace(/ [A-Z]+$/, '');
    const gate = ' --experiment --baseline --fail-if --significant --wait --markdown --junit --url';
    const reread = ' --project --since --until --costs --dry-run --follow --url';
    const own =
      {
        serve: ' --json',
        doctor: ' --json',
        'audit verify': ' --head',
        copy: ' --from --to',
        backup: ' --metadata',
        gate,
        reread,
      }[command] ?? '';
    for (const option of ['--fly', '--fly=1', '-x'])
      expect(refusalOf(...argv, option)).toBe(
        `${command} has no ${option.split('=')[0]}, but --host --port --grpc-port --data${own}. See --help.`,
      );
  });

  it.each(COMMANDS)('%s names the word that is too many', (usage) => {
    const argv = usage.replace('DIR', './x').replace('EMAIL', 'a@b.c').split(' ');
    expect(refusalOf(...argv, 'more')).toBe(
      `'more' is one word too many; accepted is telltale ${usage}.`,
    );
  });

  it.each([
    [
      ['fly'],
      `There is no command 'fly'; accepted is ${COMMANDS.slice(0, -1).join(', ')} or reread. See --help.`,
    ],
    [[''], /^There is no command ''; accepted is serve/],
    [['audit'], "'audit' alone says too little; accepted is audit verify or audit export."],
    [
      ['audit', 'eat'],
      "There is no command 'audit eat'; accepted is audit verify or audit export. See --help.",
    ],
    [['backup'], 'DIR is missing; accepted is telltale backup DIR.'],
    [['restore', ''], 'DIR is missing; accepted is telltale restore DIR.'],
    [['reset-password'], 'EMAIL is missing; accepted is telltale reset-password EMAIL.'],
    [['serve', '--port'], '--port has no value; accepted is --port PORT.'],
    [['serve', '--data='], '--data has no value; accepted is --data DIR.'],
    [['serve', '--port', '--json'], '--port has no value; accepted is --port PORT.'],
    [['serve', '--json=yes'], "--json is 'yes'; accepted is --json alone, without a value."],
    [['backup', './x', '--json'], /^backup has no --json, /],
    [['serve', '--head', '1:a'], /^serve has no --head, /],
  ])('%o is refused in one line', (argv, message) => {
    const text = refusalOf(...argv);
    if (message instanceof RegExp) expect(text).toMatch(message);
    else expect(text).toBe(message);
    expect(text).not.toContain('\n');
  });

  it('prints the help of a single command', () => {
    for (const argv of [
      ['backup', '--help'],
      ['help', 'backup'],
      ['-h', 'backup', './copy'],
    ]) {
      const help = helpOf(readCommandLine(argv).command);
      expect(help).toMatch(/^Usage: telltale backup DIR \[options\]\n\n {2}copy all data/);
      expect(help).toContain('--data DIR');
      expect(help).not.toContain('--json');
    }
    expect(helpOf('audit')).toMatch(
      /telltale audit verify[^]*telltale audit export[^]*--head SEQ:HASH/,
    );
    for (const whole of ['', 'serve', 'fly']) expect(helpOf(whole)).toBeNull();
  });

  it('prints help on request, whatever else is on the line', () => {
    for (const argv of [
      ['--help'],
      ['-h'],
      ['help'],
      ['help', 'backup'],
      ['backup', '--help'],
      ['fly', '-h'],
      ['--fly', '-h'],
    ])
      expect(readCommandLine(argv)).toMatchObject({ text: 'help' });
    expect(readCommandLine(['-v'])).toMatchObject({ text: 'version' });
    for (const usage of COMMANDS) expect(commandHelp()).toContain(`  ${usage}`);
  });
});
