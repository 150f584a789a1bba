import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { renderOperatorText } from '#functions/reference/operator-pages.ts';
import { testService } from '#test/support/service/running-service.ts';

const page = (markdown: string) =>
  renderOperatorText('Privacy policy', { markdown, publishedAt: '2026-11-22T10:00:00.000Z' });
/** Without the frame, whose markup is ours. */
const withoutFrame = (html: string) =>
  html.split('</div>').slice(1).join('</div>').split('<p><small>')[0] ?? '';

describe("a page of the operator's text", () => {
  it('shows headings, lists, tables and links as they are written', () => {
    const html = page('# Privacy\n\n- We keep **little**.\n\n[Ask](mailto:a@b.example), [see](/docs)');
    for (const part of [
      '<h1>Privacy</h1>',
      '<strong>little</strong>',
      'href="mailto:a@b.example"',
      'href="/docs"',
    ])
      expect(html).toContain(part);
  });

  it('shows markup as text, and makes no link that runs or leads elsewhere unseen', () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<code><img src=x onerror=alert(1)//',
      'a <img src=x onerror=alert(1)> b',
      '<a href="javascript:alert(1)">x</a>',
      '[x](javascript:alert(1))',
      '[x](data:text/html,hi)',
      '[x](//elsewhere.example)',
      '![x](https://elsewhere.example/pixel.gif)',
      '[x](https://a.example/"onmouseover="alert(1))',
    ];
    for (const markdown of hostile)
      expect(withoutFrame(page(markdown))).not.toMatch(
        /<(?:script|img|iframe|svg|object)|href="(?:javascript|data|\/\/)|<[^>]*\son\w+=/iu,
      );
  });

  it('has no element but those of Markdown, whatever it is written of', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<',
        '>',
        '"',
        '](',
        '[',
        '\n',
        '`',
        '<script',
        'javascript:',
        '&lt;',
        '<!--',
        '![',
        ' on',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const tags = withoutFrame(page(pieces.join(''))).match(/<\/?[a-z][^\s>]*/giu) ?? [];
        for (const tag of tags)
          expect(tag).toMatch(
            /^<\/?(?:p|h[1-6]|ul|ol|li|a|em|strong|code|pre|blockquote|hr|br|del|table|thead|tbody|tr|th|td|input)$/u,
          );
      }),
      { numRuns: 2_000, examples: [[['```\n', '<script']], [['!', '<script', '>', '<', 'A']]] },
    );
  });
});

describe('GET /privacy and /terms', () => {
  let folder: string;
  const service = testService();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-texts-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('say plainly that there is none until the operator publishes one, and then serve it', async () => {
    const before = await service.send('/privacy');
    expect([before.status, before.text.includes('has not published')]).toEqual([404, true]);
    const file = join(folder, 'privacy.md');
    await writeFile(file, '# What we keep\n\nNothing much.\n');
    await service.operations.texts.publish('privacy', file);
    const after = await service.send('/privacy');
    expect(after.status).toBe(200);
    expect(after.text).toContain('<h1>What we keep</h1>');
    expect(after.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(after.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await service.send('/terms')).status).toBe(404);
    expect(await service.operations.texts.withdraw('privacy')).toMatchObject({ withdrawn: true });
    expect((await service.send('/privacy')).status).toBe(404);
  });

  it('take no empty file and no other name', async () => {
    const file = join(folder, 'empty.md');
    await writeFile(file, ' \n');
    for (const name of ['privacy', 'imprint'])
      await expect(service.operations.texts.publish(name, file)).rejects.toMatchObject({
        code: 'validation_error',
      });
  });

  it('are linked from every page of the documentation', async () => {
    const { text } = await service.send('/docs');
    expect(text).toContain('href="/privacy"');
    expect(text).toContain('href="/terms"');
  });
});
