import { decodeHtml } from '#shared/site-audit/document/parse-html.ts';
import { readDocument } from '#shared/site-audit/document/read-document.ts';

function read(body: string) {
  const bytes = Buffer.from(`<!doctype html><title>Any</title><body>${body}`);
  return readDocument(decodeHtml(bytes, 'text/html; charset=utf-8'), bytes.byteLength);
}

describe('the text of a page', () => {
  it('is that of main, and beside it all other that is shown', () => {
    const page = read(
      '<nav>Menu here</nav><main>The main <b>text</b></main><p>Below</p><footer>Foot</footer>',
    );
    expect(page).toMatchObject({ mainText: 'The main text', otherText: 'Below Menu here Foot' });
    expect(page).toMatchObject({ mainWordCount: 3, wordCount: 7 });
  });

  it('is what stands outside navigation, header, footer and aside where there is no main', () => {
    const page = read('<header>Top</header><p>One</p><aside>Aside</aside><p>Two</p><main> </main>');
    expect(page).toMatchObject({
      mainText: 'One Two',
      otherText: 'Top Aside',
      mainWordCount: 2,
      wordCount: 4,
    });
  });

  it('is parted into words by every block, whichever part of the page the block is', () => {
    expect(read('One<nav>Menu</nav>two<div>three</div>four').mainText).toBe('One two three four');
    expect(read('<nav>Menu<p>One</p>two</nav>').otherText).toBe('Menu One two');
  });

  it('is not parted by elements within a line or by what is not shown', () => {
    expect(read('un<b>break</b>able<script>x</script>s <p hidden>gone</p>').mainText).toBe('unbreakables');
  });
});
