import type { Config } from '#server/config.ts';
import { runningServer } from './data-directory.ts';
import { localAddress } from './local-address.ts';
import { localHandshake, localRequest } from './local-request.ts';
import { StartError } from './start-error.ts';

const TIMEOUT_MS = 2_500;

/**
 * `telltale health`: exits with 0 when the server of this configuration answers, for a container's
 * health check. Reads the address from the state file in the data directory, because the ports may
 * come from options of the serve command only; if there is none yet, or the directory is temporary,
 * from the variables.
 */
export async function health(config: Config): Promise<void> {
  const running =
    config.database === 'temporary'
      ? null
      : runningServer(config.database?.directory ?? config.workingDir);
  const url = running?.url ?? (config.port === 0 ? null : localAddress(config, config.port));
  if (url === null) throw new StartError('No server runs on this data directory.');
  const asksForCertificate =
    running === null
      ? config.tls.http?.requestCert === true
      : running.asksForCertificate === true && url.startsWith('https:');
  const detail = asksForCertificate ? await handshake(url) : await answer(url);
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
    throw new StartError(
      `${url} does not answer: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
