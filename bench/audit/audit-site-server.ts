import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

/**
 * Serves a site of as many pages as the first argument says, on a free port
 * that it prints, in a process of its own, so that serving costs the crawlers
 * nothing. Pages are of 20-30 kB, in four templates, each linking to the next
 * ten and to the home page. No address leads off the site, where a crawler
 * would wait for a name that does not exist.
 */
const size = Number(process.argv[2] ?? 20);
const words =
  'warm bread quiet paths blue boats small birds good tea green hills clean water long walks'.split(' ');
const templates = ['article', 'section', 'div', 'ul'];

function pageOf(n: number): string {
  const links = Array.from({ length: 10 }, (_, step) => (n + step + 1) % size)
    .map((target) => `<li><a href="${pathOf(target)}">The page about number ${target}</a></li>`)
    .join('');
  const paragraphs = Array.from({ length: 60 }, (_, p) => {
    const text = Array.from(
      { length: 45 },
      (_unused, w) => words[(n * 7 + p * 3 + w * w) % words.length],
    ).join(' ');
    return `<p class="text">${text}, and <em>more</em> of it.</p>`;
  }).join('');
  const tag = templates[n % templates.length];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page number ${n} of the site that is measured</title><meta name="description" content="What is to be known about number ${n}, in a sentence that is long enough."><link rel="canonical" href="${pathOf(n)}"></head><body><header><nav><ul>${links}</ul></nav></header><main><h1>Number ${n}</h1><${tag} class="t${n % 4}">${paragraphs}</${tag}></main><footer><a href="/">Home of the site</a></footer></body></html>`;
}

function pathOf(n: number): string {
  return n === 0 ? '/' : `/page-${n}`;
}

const pages = new Map(Array.from({ length: size }, (_, n) => [pathOf(n), gzipSync(pageOf(n))]));
const entries = [...pages.keys()].map((path) => `<url><loc>http://bench.example${path}</loc></url>`).join('');
// The auditor samples by sitemap, the bare loop follows links. Both find every page.
pages.set('/sitemap.xml', gzipSync(`<urlset>${entries}</urlset>`));
const server = createServer((request, response) => {
  const body = pages.get(request.url ?? '/');
  if (body === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
  else
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
      .end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : ''}\n`);
});
