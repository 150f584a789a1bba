import { UnsafeAddressError } from './pinned-connector.ts';
import { BodyError } from './read-body.ts';
import { type FetchRefusal, type RefusalReason, refuse } from './site-fetcher.ts';

const details: Readonly<Record<RefusalReason, string>> = {
  invalid_url: 'The URL cannot be fetched.',
  unsafe_address: 'The host leads to an address that is not public.',
  dns: 'The host name has no address.',
  refused: 'The server did not accept the connection.',
  reset: 'The server broke the connection off.',
  tls: 'A secure connection could not be made; check the certificate.',
  timeout: 'The server took too long.',
  too_large: 'The body is larger than is read.',
  headers_too_large: 'The response headers are larger than 64 kB.',
  bad_encoding: 'The body cannot be inflated.',
  bad_response: 'The answer is not valid HTTP.',
  redirect_loop: 'The redirects run in a circle.',
  too_many_redirects: 'There are more redirects than are followed.',
  aborted: 'The audit ran out of time before this document was read.',
  failed_here: 'The document could not be read for a reason on our side.',
};

/** Codes of Node's sockets, its resolver and undici, by what they mean to the caller. */
const reasonsByCode: Readonly<Record<string, RefusalReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  EACCES: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CLOSED: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_response',
  UND_ERR_NOT_SUPPORTED: 'bad_response',
  UND_ERR_INFO: 'bad_response',
  ECONNABORTED: 'reset',
  ERR_STREAM_PREMATURE_CLOSE: 'reset',
  EHOSTDOWN: 'refused',
  EPROTO: 'tls',
};

/** Turns any failure of a request into the typed refusal that the caller gets. An unknown one counts as our own. */
export function refusalOf(error: unknown): FetchRefusal {
  const reason = reasonOf(error);
  return refuse(reason, details[reason]);
}

function reasonOf(error: unknown): RefusalReason {
  if (typeof error !== 'object' || error === null) return 'failed_here';
  const inner = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : undefined;
  const cause: unknown = inner ?? ('cause' in error ? error.cause : undefined);
  return ownReason(error) ?? reasonOf(cause);
}

/** Read by name and code rather than class: what aborts and sockets throw may come from another realm. */
function ownReason(error: object): RefusalReason | undefined {
  if (error instanceof UnsafeAddressError) return 'unsafe_address';
  if (error instanceof BodyError) return error.reason;
  const name = 'name' in error ? error.name : undefined;
  if (name === 'TimeoutError') return 'timeout';
  if (name === 'AbortError') return 'aborted';
  const code = 'code' in error ? String(error.code) : '';
  if (tlsCodes.test(code)) return 'tls';
  if (Object.hasOwn(reasonsByCode, code)) return reasonsByCode[code];
  return name === 'HTTPParserError' ? 'bad_response' : undefined;
}

const tlsCodes = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/u;
