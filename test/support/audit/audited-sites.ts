import { gzipSync } from 'node:zlib';
import { perfectHeaders, perfectHtml, type Wording } from '#test/shared/site-audit/checks/perfect-page.ts';
import type { Answer, SiteAnswers } from './test-site.ts';

const base = 'http://shop.example';

/** A page without a fault of its own, served over plain HTTP and gzipped. */
export function soundPage(path: string, wording: Wording = {}): Answer {
  return {
    headers: perfectHeaders,
    body: gzipSync(perfectHtml(`${base}${path}`, { social: soundSocial(path), ...wording })),
  };
}

function soundSocial(path: string): string {
  const names = ['og:title', 'og:description', 'og:image', 'twitter:card'];
  return [...names.map((name) => `<meta property="${name}" content="http://shop.example/i.png">`)]
    .join('')
    .concat(`<meta property="og:url" content="${base}${path}">`);
}

export function linksTo(...paths: readonly string[]): string {
  return paths.map((path) => `<a href="${path}">The page about ${path}</a>`).join(' ');
}

export function robotsTxt(text = `User-agent: *\nDisallow: /closed/\nSitemap: ${base}/sitemap.xml`): Answer {
  return { headers: { 'content-type': 'text/plain' }, body: text };
}

export function sitemap(...addresses: readonly string[]): Answer {
  const entries = addresses.map((address) => `<url><loc>${new URL(address, base).href}</loc></url>`).join('');
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`,
  };
}

/** Forty pages beside each other in one folder, made of four templates in turn. */
export function flatSite(): SiteAnswers {
  const names = Array.from({ length: 40 }, (_, n) => `/${['oak', 'elm', 'fir', 'ash'][n % 4]}-${wordOf(n)}`);
  const shells = [
    (text: string) =>
      `<article class="post"><header class="post-head"><p>By us</p></header><section>${text}</section></article>`,
    (text: string) =>
      `<div class="product"><ul class="gallery"><li>One</li></ul><form class="buy"></form><div class="tabs">${text}</div></div>`,
    (text: string) =>
      `<table class="list"><tbody><tr><td>${text}</td></tr></tbody></table><ol class="pager"><li>Next</li></ol>`,
    (text: string) =>
      `<dl class="faq"><dt>Why?</dt><dd>${text}</dd></dl><blockquote class="quote"><p>So</p></blockquote>`,
  ];
  const pages = names.map((path, n): [string, Answer] => {
    const topic = path.slice(1).replaceAll('-', ' ');
    return [
      path,
      soundPage(path, {
        topic,
        nav: linksTo('/', ...names.slice(0, 8)),
        body: shells[n % 4]?.(`<p>${topic}</p>`) ?? '',
      }),
    ];
  });
  return {
    '/': soundPage('/', { nav: linksTo(...names.slice(0, 8)) }),
    '/robots.txt': robotsTxt(),
    '/sitemap.xml': sitemap('/', ...names),
    ...Object.fromEntries(pages),
  };
}

/** Two letters for a number, so that no name holds a digit. */
function wordOf(n: number): string {
  return `${String.fromCharCode(97 + (n % 26))}${String.fromCharCode(97 + Math.floor(n / 26))}x`;
}

/** Six pages in a row, each linked from the one before, and no sitemap. */
export function chainWithoutSitemap(): SiteAnswers {
  const steps = ['/', '/one', '/two', '/three', '/four', '/five'];
  const pages = steps.map((path, n) => [path, soundPage(path, { nav: linksTo('/', steps[n + 1] ?? '/') })]);
  return { '/robots.txt': robotsTxt('User-agent: *\nDisallow:\n'), ...Object.fromEntries(pages) };
}

/** An endless calendar, sessions in links, a path that grows, redirects without end. */
export function trappedSite(): SiteAnswers {
  return (path) => {
    if (path === '/robots.txt') return robotsTxt('User-agent: *\nDisallow:\n');
    if (path.startsWith('/spin')) {
      return { status: 302, headers: { location: `/spin${Number(path.slice('/spin'.length)) + 1}` } };
    }
    return /^\/(?:$|calendar|deep|shelf)/u.test(path) ? trappingPage(path) : { status: 404, body: 'none' };
  };
}

function trappingPage(path: string): Answer {
  const month = Number(/month=(\d+)/u.exec(path)?.[1] ?? 0);
  const session = `PHPSESSID=${month * 7919 + path.length}`;
  const months = [`/calendar?month=${month + 1}`, `/calendar?month=${month + 2}`];
  return soundPage(path, {
    topic: path.replaceAll(/[^a-z0-9]+/gu, ' ').trim() || 'shop',
    nav: linksTo('/', ...months, `/shelf?${session}`, 'deep/', '/spin'),
  });
}

/** One address for every reason to leave a page out, one that fails, and one sound page beside the home page. */
export function siteOfExclusions(): SiteAnswers {
  const paths = [
    '/',
    '/sound',
    '/noindex',
    '/moved',
    '/paper',
    '/closed/a',
    '/copy',
    '/twin',
    '/login-wall',
    '/gone',
    '/away',
    '/broken',
  ];
  return {
    '/': soundPage('/', { nav: linksTo('/sound') }),
    '/robots.txt': robotsTxt(),
    '/sitemap.xml': sitemap(...paths, 'https://elsewhere.example/', 'http://10.0.0.1/'),
    '/sound': soundPage('/sound'),
    '/noindex': soundPage('/noindex', { head: '<meta name="robots" content="noindex">' }),
    '/moved': { status: 301, headers: { location: '/sound' } },
    '/paper': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' },
    '/closed/a': soundPage('/closed/a'),
    '/copy': soundPage('/copy', { canonical: '<link rel="canonical" href="http://shop.example/sound">' }),
    '/twin': soundPage('/twin', { topic: 'sound' }),
    '/login-wall': { status: 401, body: 'Who are you?' },
    '/gone': { status: 410, body: 'Gone' },
    '/away': { status: 302, headers: { location: 'http://127.0.0.1/admin' } },
    '/broken': { headers: { 'content-encoding': 'gzip' }, body: 'this is not gzip' },
  };
}

/** Pages in four encodings, declared in four ways. */
export function siteOfCharsets(): SiteAnswers {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const page = (title: string, meta = '') =>
    `<!doctype html><html lang="en"><head>${meta}<title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page('Größe'), 'utf16le')]);
  const type = (charset?: string) => ({
    'content-type': charset ? `text/html; charset=${charset}` : 'text/html',
  });
  return {
    '/': soundPage('/', { nav: linksTo('/latin', '/cyrillic', '/utf16', '/undeclared') }),
    '/robots.txt': robotsTxt('User-agent: *\nDisallow:\n'),
    '/latin': { headers: type(), body: latin(page('Größe', '<meta charset="iso-8859-1">')) },
    '/cyrillic': {
      headers: type('windows-1251'),
      body: Buffer.concat([
        latin(page('@').split('@')[0] ?? ''),
        Buffer.from([0xcc, 0xe8, 0xf0]),
        latin('</title></head><body><h1>x</h1></body></html>'),
      ]),
    },
    '/utf16': { headers: type(), body: utf16 },
    '/undeclared': { headers: type(), body: page('Größe') },
  };
}
