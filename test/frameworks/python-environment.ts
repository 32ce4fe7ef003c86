import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = path.resolve(import.meta.dirname, '../../.cache/frameworks');
const INSTALL_MS_MAX = 900_000;
/** Installs packages of PyPI in a tenth of the time that pip takes. */
const UV = 'uv==0.13.9';

export interface PythonEnvironment {
  readonly python: string;
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * A virtual environment with the pinned packages of a requirements file, under `.cache`; made anew
 * when the file changes.
 */
export async function pythonEnvironment(
  name: string,
  requirementsFile: string,
): Promise<PythonEnvironment> {
  const folder = path.join(CACHE, name);
  const python = path.join(folder, 'bin/python');
  const marker = path.join(folder, 'installed.txt');
  const wanted = readFileSync(requirementsFile, 'utf8');
  const uv = await uvCommand();
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
    await command(uv, ['venv', '--clear', '--quiet', '--python', basePython(), folder]);
    await command(uv, [
      'pip',
      'install',
      '--quiet',
      '--python',
      python,
      '--requirement',
      requirementsFile,
    ]);
    writeFileSync(marker, wanted);
  }
  const { stdout } = await command(uv, ['pip', 'list', '--format', 'json', '--python', python]);
  const packages = JSON.parse(stdout) as readonly {
    readonly name: string;
    readonly version: string;
  }[];
  return {
    python,
    versions: Object.fromEntries(packages.map((each) => [each.name, each.version])),
  };
}

function basePython(): string {
  return process.env['PYTHON_BASE'] ?? 'python3';
}

async function uvCommand(): Promise<string> {
  const folder = path.join(CACHE, 'uv');
  const uv = path.join(folder, 'bin/uv');
  if (!existsSync(uv)) {
    await command(basePython(), ['-m', 'venv', folder]);
    await command(path.join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', UV]);
  }
  return uv;
}

async function command(
  file: string,
  args: readonly string[],
): Promise<{ readonly stdout: string }> {
  return await run(file, [...args], { timeout: INSTALL_MS_MAX, maxBuffer: 16 * 1024 * 1024 });
}
