'use strict';

/** A failure the person at the terminal can act on: printed as it is, without a stack. */
function LaunchError(message, detail) {
  this.name = 'LaunchError';
  this.message = message;
  this.detail = detail || '';
}
LaunchError.prototype = Object.create(Error.prototype);

// npm's output for common environment problems, and the message shown instead of fifty lines of its
// log.
const CAUSES = [
  [
    /ENOSPC|no space left/i,
    'The disk is full. Free some space (about 500 MB are needed in all) and run the command again.',
  ],
  [
    /EINTEGRITY/,
    'A downloaded package does not match the checksum in the lockfile, so it was not used. Run `npm cache verify` and try again; if it stays, a proxy is changing downloads.',
  ],
  [
    /EACCES|EPERM|EROFS/,
    'A file or directory cannot be written. Check who owns this directory and ~/.npm.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'The npm registry cannot be reached. The first start needs it; check the network or the proxy settings (`npm config get registry`, HTTPS_PROXY).',
  ],
  [
    /UNABLE_TO_GET_ISSUER_CERT|SELF_SIGNED|CERT_/,
    'The npm registry answered with a certificate that is not trusted here. Behind a proxy of your own, set `npm config set cafile`.',
  ],
  [
    /E401|E403/,
    'The npm registry refused access. Check `npm config get registry` and your login there.',
  ],
  [
    /EUSAGE[\s\S]*in sync/,
    'package.json and package-lock.json disagree. Run `npm install --ignore-scripts` with Node 24 and commit both.',
  ],
  [
    /E404|ETARGET/,
    'The npm registry does not have a package of the lockfile. Check `npm config get registry`.',
  ],
];

/** The sentence for a tool's output, or null when none of the known causes is in it. */
function explain(output) {
  for (const [pattern, sentence] of CAUSES) {
    if (pattern.test(output)) return sentence;
  }
  return null;
}

module.exports = { LaunchError, explain };
