/** Why Google did not do what was asked, as far as it decides what happens next. */
export const refusalKinds = [
  /** The person declined, or the code was no longer good. */
  'consent_refused',
  'scope_missing',
  /** `invalid_grant`: withdrawn, expired, or used elsewhere. */
  'grant_ended',
  /** The operator's client is wrong or was disabled. */
  'client_refused',
  /** 401 with a token that was thought good. */
  'token_refused',
  /** 403 that waiting does not mend: the permission or the property is gone. */
  'no_access',
  /** Too many requests in a short time; seconds help. */
  'rate_quota',
  /** Too much asked in ten minutes; 15 minutes help, and beyond them the next day. */
  'load_quota',
  /** 5xx, a broken connection, or an answer that did not end in time. */
  'unavailable',
  /** An answer of another shape, or a 400: asking again does not help. */
  'not_understood',
] as const;
export type RefusalKind = (typeof refusalKinds)[number];

/** Carries the kind alone: Google's texts and requests may hold what no log may. */
export class GoogleRefusal extends Error {
  override readonly name = 'GoogleRefusal';
  readonly kind: RefusalKind;
  constructor(kind: RefusalKind) {
    super(`Google: ${kind}.`);
    this.kind = kind;
  }
}

/** 25,000 rows of long addresses are below 20 MB. */
const mostBytes = 64 * 1024 * 1024;

/** Status and JSON of an answer, whole before its signal ends it, however slowly it drips; `unavailable` else. */
export async function readAnswer(
  url: string,
  request: RequestInit,
): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error' });
    const text = await boundedText(response);
    return { status: response.status, body: parsed(text) };
  } catch {
    throw new GoogleRefusal('unavailable');
  }
}

async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error('The answer is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Errors come as HTML too, from what stands before the API. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
