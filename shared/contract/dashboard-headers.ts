/** What the distribution says of itself and of the caller, on every request that it passes on. */
export const originSecretHeader = 'x-origin-verify';
/** Written by `lib/edge/viewer-request.js` over whatever the caller sent under this name. */
export const viewerAddressHeader = 'x-viewer-address';

/** Bodies of the API from so many bytes on travel as gzip to callers that name it in `Accept-Encoding`. */
export const compressedFromBytes = 1024;

/**
 * Headers of the dashboard's pages, here and in the distribution. Scripts come
 * from this origin only and never inline. Styles may be inline: the component
 * library writes its variables that way, and a style cannot read or send
 * anything that `connect-src` and `img-src` do not allow. Where uploads go to a
 * bucket, pages may send to its origin as well.
 */
export function dashboardHeaders(uploadOrigin?: string) {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self'",
      "font-src 'self'",
      ["connect-src 'self'", ...(uploadOrigin === undefined ? [] : [uploadOrigin])].join(' '),
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self)',
  } as const;
}
