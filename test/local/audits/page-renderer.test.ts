import { createSocket } from 'node:dgram';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium, renderProgram } from '#local/audits/audit-threads.ts';
import { createPageRenderer, familyOf } from '#shared/site-audit/render/page-renderer.ts';
import { describeInBrowser } from '#test/dashboard/browser.ts';
import { chromiumPath } from '#test/dashboard/browser-path.ts';
import { type SiteAnswers, startTestSite } from '#test/support/audit/test-site.ts';
import { listenOnLoopback } from '#test/support/listen.ts';

const host = 'app.example';
const at = (path: string) => `http://${host}${path}`;
/** Longer than any page needs here, shorter than a test waits. */
const withinMs = 120_000;
/** For pages that would take all the time that there is. */
const impatient = { loadMs: 1_500, restMs: 500 };

/** Opens pages of a site; everything ends with it. */
async function render(
  answers: SiteAnswers,
  paths: readonly string[],
  bounds: { readonly memoryMb?: number; readonly patience?: typeof impatient } = {},
) {
  const site = await startTestSite({ [host]: answers });
  const folders = mkdtempSync(join(tmpdir(), 'oriel-test-'));
  const renderer = createPageRenderer({
    chromiumPath: chromiumPath ?? '',
    userAgent: 'OrielBot/1.0 (+http://localhost/docs)',
    resolve: `${host}:80=127.0.0.1:${site.port}`,
    program: renderProgram,
    folders,
    ...bounds,
  });
  try {
    const pages = await renderer.render(paths.map(at), withinMs);
    return { pages, requests: site.requests, left: readdirSync(folders) };
  } finally {
    await renderer.close();
    await site.stop();
    rmSync(folders, { recursive: true });
  }
}

/** Listens for whatever comes, by TCP and UDP, on one port. */
async function startListener() {
  const heard: string[] = [];
  const tcp = createTcpServer((socket) => {
    heard.push('tcp');
    socket.on('error', () => {}).destroy();
  });
  const port = await listenOnLoopback(tcp as ReturnType<typeof createServer>);
  const udp = createSocket('udp4', () => heard.push('udp'));
  await new Promise<void>((bound) => {
    udp.bind(port, '127.0.0.1', bound);
  });
  return {
    port,
    heard,
    async stop() {
      udp.close();
      await new Promise((closed) => tcp.close(closed));
    },
  };
}

/** Whether it runs: one that has ended stays listed, as a zombie, until somebody asks for its end. */
function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ');
}

/** Every way out that a page has, each to a private address. */
const escapes = (port: number) => `<!doctype html><title>Escapes</title><body>
<link rel="preconnect" href="http://127.0.0.1:${port}"><link rel="dns-prefetch" href="//localhost">
<link rel="prefetch" href="http://127.0.0.1:${port}/prefetch"><img src="http://127.0.0.1:${port}/image">
<iframe src="http://localhost:${port}/frame"></iframe><iframe src="file:///etc/passwd"></iframe>
<a id="a" href="http://127.0.0.1:${port}/ping" ping="http://127.0.0.1:${port}/ping" download>x</a>
<script>
const to = 'http://127.0.0.1:${port}';
const said = [];
const tell = (name) => (value) => { said.push(name + ':' + value); document.title = said.join(' '); };
fetch(to).then(tell('fetch'), () => {});
fetch('http://169.254.169.254/latest/meta-data/').then(tell('metadata'), () => {});
fetch('http://[::1]:${port}/').then(tell('v6'), () => {});
fetch('file:///etc/passwd').then(tell('file'), () => {});
navigator.sendBeacon(to + '/beacon', 'x');
try { new WebSocket('ws://127.0.0.1:${port}/').onopen = tell('socket'); } catch {}
try { new EventSource(to + '/events').onopen = tell('events'); } catch {}
try {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
  peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
} catch {}
try { new WebTransport('https://127.0.0.1:${port}/').ready.then(tell('transport'), () => {}); } catch {}
try { navigator.serviceWorker.register('/worker.js').then(tell('worker'), () => {}); } catch {}
const worker = new Worker(URL.createObjectURL(new Blob(["fetch('" + to + "/worker'); try { new WebSocket('ws://127.0.0.1:${port}/w') } catch {} try { new WebTransport('https://127.0.0.1:${port}/w') } catch {}"])));
window.open(to + '/popup');
const form = Object.assign(document.createElement('form'), { method: 'post', action: to + '/post', target: 'other' });
document.body.append(form); form.submit();
document.getElementById('a').click();
</script>`;

describeInBrowser('pages opened in the Chromium of this machine', () => {
  it('are read as their scripts have made them', async () => {
    const { pages } = await render(
      {
        '/': '<!doctype html><title>Loading</title><div id="root"></div><script type="module" src="/app.js"></script>',
        '/app.js': {
          headers: { 'content-type': 'text/javascript' },
          body: "const { name } = await (await fetch('/data.json')).json(); document.title = name; root.innerHTML = '<h1>' + name + '</h1>';",
        },
        '/data.json': { headers: { 'content-type': 'application/json' }, body: '{"name":"Warm bread"}' },
      },
      ['/'],
    );
    expect(pages).toEqual([{ url: at('/'), ok: true, html: expect.stringContaining('<h1>Warm bread</h1>') }]);
    expect(JSON.stringify(pages)).toContain('<title>Warm bread</title>');
  });

  it('reach no private address, whichever way they try', async () => {
    const listener = await startListener();
    const { pages } = await render({ '/': escapes(listener.port) }, ['/']);
    await listener.stop();
    expect(listener.heard).toEqual([]);
    expect(pages).toEqual([
      { url: at('/'), ok: true, html: expect.stringContaining('<title>Escapes</title>') },
    ]);
  });

  it('show nothing of a file of this machine, redirects without end or another site that they lead to', async () => {
    const shown = ['file:///etc/passwd', '/loop', 'http://127.0.0.1:1/'].map((address) =>
      render(
        {
          '/': `<title>Leaves</title><script>location.href = '${address}'</script>`,
          '/loop': { status: 302, headers: { location: '/loop' } },
        },
        ['/'],
        { patience: impatient },
      ),
    );
    for (const { pages } of await Promise.all(shown)) {
      expect(JSON.stringify(pages)).not.toContain('root:');
      expect(pages).toHaveLength(1);
    }
  });

  it.each([
    ['a script without end', '<title>Spins</title><script>for (;;);</script>'],
    [
      'a document without end',
      '<title>Grows</title><script>for (;;) { const part = document.createElement("div"); part.innerHTML = "<p>x</p>".repeat(10000); document.documentElement.append(part); }</script>',
    ],
  ])('are given up where they hold %s, and leave no process and no file behind', async (_name, html) => {
    const before = new Set(familyOf(process.pid).pids);
    const begun = new Set<number>();
    const watch = setInterval(() => {
      for (const pid of familyOf(process.pid).pids) if (!before.has(pid)) begun.add(pid);
    }, 100);
    const site = { '/': html, '/sound': '<title>Sound</title>' };
    const { pages, left } = await render(site, ['/'], { patience: impatient });
    clearInterval(watch);
    expect(left).toEqual([]);
    expect(pages).toEqual([{ url: at('/'), ok: false, reason: expect.stringMatching(/timeout|crashed/u) }]);
    // The process of the audit, Chromium and its pages.
    expect(begun.size).toBeGreaterThan(2);
    for (let tries = 0; tries < 50 && [...begun].some(isAlive); tries += 1) await sleep(100);
    expect([...begun].filter(isAlive)).toEqual([]);
  });

  it('are none where the browser takes more memory than it gets', async () => {
    const { pages } = await render({ '/': '<title>Any</title>' }, ['/'], { memoryMb: 50 });
    expect(pages).toEqual([{ url: at('/'), ok: false, reason: 'crashed' }]);
  });
});

describe('the browser of a machine', () => {
  it('is the one that is set, else one in a usual place, else none', () => {
    expect(findChromium('/nowhere/chromium')).toBeUndefined();
    expect(findChromium(process.execPath)).toBe(process.execPath);
  });

  it('is reported as crashed where it cannot be started', async () => {
    const renderer = createPageRenderer({
      chromiumPath: '/bin/false',
      userAgent: 'x',
      resolve: undefined,
      program: renderProgram,
    });
    expect(await renderer.render([at('/')], withinMs)).toEqual([
      { url: at('/'), ok: false, reason: 'crashed' },
    ]);
  });
});
