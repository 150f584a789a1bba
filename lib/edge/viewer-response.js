/**
 * Runs at the distribution before an answer of the API goes out. API Gateway
 * renames `WWW-Authenticate` on what a function answered; agents find the
 * sign-in through that header, so that it gets its name back here.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function by this name.
function handler(event) {
  const { response } = event;
  const remapped = response.headers['x-amzn-remapped-www-authenticate'];
  if (remapped) {
    response.headers['www-authenticate'] = { value: remapped.value };
    delete response.headers['x-amzn-remapped-www-authenticate'];
  }
  return response;
}
