/** What the distribution says of itself and of the caller, on every request that it passes on. */
export const originSecretHeader = 'x-origin-verify';
/** Written by `lib/edge/viewer-request.js` over whatever the caller sent under this name. */
export const viewerAddressHeader = 'x-viewer-address';
