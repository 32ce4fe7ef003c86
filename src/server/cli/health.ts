import type { Config } from '#server/config.ts';
import { runningServer } from './data-directory.ts';
import { localAddress } from './local-address.ts';
import { localHandshake, localRequest } from './local-request.ts';
import { StartError } from './start-error.ts';

const TIMEOUT_MS = 2_500;

/** `telltale health`: ends with 0 when the server of this configuration answers, for the health check of a container. */
export async function health(config: Config): Promise<void> {
  const directory = config.database === null || config.database === 'temporary' ? config.workingDir : config.database.directory;
  // A port that the system chose is known to the server alone.
  const url = config.port === 0 ? runningServer(directory)?.url : localAddress(config, config.port);
  if (url === undefined) throw new StartError('No server runs on this data directory.');
  const detail = config.tls.http?.requestCert === true ? await handshake(url) : await answer(url);
  process.stdout.write(`${url} ${detail}\n`);
}

async function answer(url: string): Promise<string> {
  const { status } = await orSilent(url, localRequest(`${url}/health`, { timeoutMs: TIMEOUT_MS }));
  if (status !== 200) throw new StartError(`${url}/health answered ${status}.`);
  return 'answers';
}

async function handshake(url: string): Promise<string> {
  await orSilent(url, localHandshake(url, TIMEOUT_MS));
  return 'answers, and asks for a client certificate';
}

async function orSilent<T>(url: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new StartError(`${url} does not answer: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
