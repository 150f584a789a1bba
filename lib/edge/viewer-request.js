/**
 * Runs at the distribution before a request goes to the API (CloudFront
 * Functions, runtime 2.0). Writes the caller's address into a header that the
 * caller cannot forge: whatever it sent under this name is replaced.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function by this name.
function handler(event) {
  const { request, viewer } = event;
  request.headers['x-viewer-address'] = { value: viewer.ip };
  return request;
}
