/**
 * Runs at the distribution on every answer of the API, refusals included
 * (Lambda@Edge, origin response; a viewer-response function is not called for
 * a status of 400 or more). API Gateway renames `WWW-Authenticate` on what a
 * function answered; agents find the sign-in through that header, so it gets
 * its name back here.
 */
exports.handler = async (event) => {
  const { response } = event.Records[0].cf;
  const remapped = response.headers['x-amzn-remapped-www-authenticate'];
  if (remapped) {
    response.headers['www-authenticate'] = remapped.map(({ value }) => ({ key: 'WWW-Authenticate', value }));
    delete response.headers['x-amzn-remapped-www-authenticate'];
  }
  return response;
};
