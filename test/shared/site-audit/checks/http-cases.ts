import { type CheckCases, home, hop, inner, perfect } from './case.ts';
import { probe } from './made-site.ts';

const password = '<form><input type="password" name="p"></form>';

export const httpCases: CheckCases = {
  http_4xx: { fails: inner({ status: 404 }), passes: inner({ status: 401 }, { status: 500 }) },
  http_5xx: { fails: inner({ status: 503 }), passes: inner({ status: 404 }) },
  access_blocked: {
    fails: inner({ status: 200, headers: { 'cf-mitigated': 'challenge' } }),
    passes: inner({ status: 404 }),
  },
  redirect: {
    fails: inner({ hops: [hop('/old', '/page-a')] }),
    passes: home({ hops: [hop('http://shop.com/', '/')] }),
  },
  redirect_temporary: {
    fails: inner({ hops: [hop('/old', '/page-a', 302)] }),
    passes: inner({ hops: [hop('/old', '/page-a', 308)] }),
  },
  redirect_chain: {
    fails: inner({ hops: [hop('/old', '/older'), hop('/older', '/page-a')] }),
    passes: inner({ hops: [hop('/old', '/page-a')] }),
  },
  js_redirect: {
    fails: inner({
      html: '<title>Go</title><script>window.location.href="https://shop.com/page-b"</script>',
    }),
    passes: inner({ body: '<script>function buy() { window.location.href = "/basket"; }</script>' }),
  },
  redirect_to_other_host: {
    fails: inner({ at: 'https://other.co.uk/x', hops: [hop('/old', 'https://other.co.uk/x')] }),
    passes: inner({ at: 'https://www.shop.com/x', hops: [hop('/old', 'https://www.shop.com/x')] }),
  },
  bad_content_type: {
    fails: inner({ headers: { 'content-type': 'text/plain' } }),
    passes: inner({ headers: { 'content-type': 'application/xhtml+xml; charset=utf-8' } }),
  },
  slow_ttfb: {
    fails: inner({ firstByteMs: 801 }),
    passes: inner({ firstByteMs: 800 }, { firstByteMs: 3001 }),
  },
  very_slow_ttfb: { fails: inner({ firstByteMs: 3001 }), passes: inner({ firstByteMs: 3000 }) },
  no_compression: {
    fails: inner({ headers: { 'content-encoding': undefined }, body: `<p>${'word '.repeat(1000)}</p>` }),
    passes: inner({
      html: '<!doctype html><title>small</title>',
      headers: { 'content-encoding': undefined },
    }),
  },
  meta_refresh_redirect: {
    fails: home({ head: '<meta http-equiv="refresh" content="0; URL=/new">' }),
    passes: home({ head: '<meta http-equiv="refresh" content="300">' }),
  },
  meta_refresh_reload: {
    fails: home({ head: '<meta http-equiv="refresh" content="30">' }),
    passes: home({ head: '<meta http-equiv="refresh" content="0; URL=/new">' }),
  },
  large_html: {
    fails: home({ body: `<!--${'x'.repeat(1_000_001)}-->` }),
    passes: home({ body: `<!--${'x'.repeat(900_000)}-->` }),
  },
  soft_404_page: {
    fails: inner({ title: '<title>Seite nicht gefunden</title>' }),
    passes: inner(
      {
        title:
          '<title>How to fix 404 not found: a long guide for people who run a shop with many pages on the web</title>',
      },
      { status: 404, h1: '<h1>Not found</h1>' },
    ),
  },
  soft_login_gate: {
    fails: inner({ text: password }),
    passes: inner({ at: '/login', text: password }, { body: password }),
  },
  fetch_failed: {
    fails: { failures: [{ at: '/broken', reason: 'reset' }] },
    passes: { failures: [{ at: '/circle', reason: 'redirect_loop' }] },
  },
  redirect_loop: {
    fails: { failures: [{ at: '/circle', reason: 'too_many_redirects', hops: [hop('/circle', '/b')] }] },
    passes: { failures: [{ at: '/broken', reason: 'reset' }] },
  },
  soft_404_site: {
    fails: { probes: { missing: [probe('/no-1'), probe('/no-2', { status: 302 })] } },
    passes: { probes: { missing: [probe('/no-1'), probe('/no-2', { status: 404 })] } },
  },
  home_redirects_deep: {
    fails: home({ at: '/en/welcome', askedAt: '/' }),
    passes: home({ at: 'https://www.shop.com/', askedAt: 'https://shop.com/' }),
  },
};

const onHttp = 'http://shop.com/';
const header = (name: string, fails: string | undefined, passes: string) => ({
  fails: home({ headers: { [name]: fails } }),
  passes: home({ headers: { [name]: passes } }),
});

export const securityCases: CheckCases = {
  http_not_https: { fails: home({ at: onHttp }), passes: perfect },
  mixed_content: {
    fails: home({ body: '<img src="http://shop.com/a.png" alt="A" width="1" height="2">' }),
    passes: home({
      body: '<a href="http://shop.com/">plain link</a><img src="//shop.com/a.png" alt="A" width="9" height="9">',
    }),
  },
  insecure_links: {
    fails: home({ body: '<a href="http://www.shop.com/bread">bread</a>' }),
    passes: home({ body: '<a href="http://elsewhere.org/">elsewhere</a>' }),
  },
  hsts_missing: header('strict-transport-security', undefined, 'max-age=1'),
  hsts_weak: header('strict-transport-security', 'max-age=86400', 'includeSubDomains; max-age=2678400'),
  csp_missing: {
    fails: home({ headers: { 'content-security-policy': undefined } }),
    passes: home({
      headers: { 'content-security-policy': undefined },
      head: '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'">',
    }),
  },
  xcto_missing: header('x-content-type-options', undefined, 'NoSniff'),
  xfo_missing: {
    fails: home({ headers: { 'content-security-policy': "default-src 'self'" } }),
    passes: home({ headers: { 'content-security-policy': undefined, 'x-frame-options': 'DENY' } }),
  },
  referrer_policy_missing: {
    fails: home({ headers: { 'referrer-policy': undefined } }),
    passes: home({
      headers: { 'referrer-policy': undefined },
      head: '<meta name="referrer" content="origin">',
    }),
  },
  form_insecure: {
    fails: home({ body: '<form action="http://shop.com/send"></form>' }),
    passes: home({ body: '<form action="/send"></form>' }),
  },
  form_on_http: {
    fails: home({ at: onHttp, body: '<form><input type="email"></form>' }),
    passes: home({ at: onHttp, body: '<form><input name="q"></form>' }),
  },
  server_version_exposed: header('x-powered-by', 'PHP/8.3.1', 'Express'),
  localhost_link: {
    fails: home({ body: '<a href="http://127.0.0.1:3000/x">test</a>' }),
    passes: inner(
      { body: '<a href="https://localhost.run/">a service</a>' },
      { at: '/docs/start', body: '<a href="http://127.0.0.1:8000/">your own server</a>' },
    ),
  },
  https_broken: { fails: { ...home({ at: onHttp }), httpsFailure: 'tls' }, passes: home({ at: onHttp }) },
  http_not_redirected_to_https: {
    fails: { probes: { plainHttp: probe(onHttp) } },
    passes: { probes: { plainHttp: probe(onHttp, { status: null, refusal: 'refused' }) } },
  },
  www_not_unified: {
    fails: { probes: { otherHost: probe('https://www.shop.com/') } },
    passes: { probes: { otherHost: probe('https://www.shop.com/', { status: null, refusal: 'dns' }) } },
  },
};
