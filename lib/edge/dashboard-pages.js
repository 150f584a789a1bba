/**
 * Runs at the distribution for the dashboard, when a request comes in and when
 * its answer goes out: every page has a document, only names with an extension
 * that are below no page are files, and an address that is no page's is answered with the document of
 * unknown addresses and their status. `pages` is written in front of this text.
 */
function documentOf(path) {
  const parts = path.replace(/^\//, '').replace(/\/+$/, '').split('/');
  const depth = pages[parts[0]];
  if (typeof depth !== 'number' || parts.length - 1 > depth) return '/404.html';
  return parts[0] === '' ? '/index.html' : `/${parts[0]}.html`;
}

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function by this name.
function handler(event) {
  const { request, response } = event;
  const page = documentOf(request.uri);
  // The page of a site ends in its domain, whose dot is no extension.
  const isFile = page === '/404.html' && request.uri.slice(request.uri.lastIndexOf('/') + 1).includes('.');
  const document = isFile ? request.uri : page;
  if (!response) {
    request.uri = document;
    return request;
  }
  if (document === '/404.html' && response.statusCode === 200) response.statusCode = 404;
  return response;
}
