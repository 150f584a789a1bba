import type { CheckCase, CheckCases } from './case.ts';
import type { PageSpec } from './made-site.ts';
import { proseAbout } from './perfect-page.ts';

/** A home page as it is sent, and as a browser has it. */
const pair = (sent: PageSpec, rendered: PageSpec) => ({ pages: [sent], rendered });
/** Found where the page is rendered so; not where it is, and was sent so already. */
const added = (sent: PageSpec, rendered: PageSpec): CheckCase => ({
  fails: pair(sent, rendered),
  passes: pair(rendered, rendered),
});
const noindex = { head: '<meta name="robots" content="noindex">' };
const canonical = (href: string) => ({ canonical: `<link rel="canonical" href="${href}">` });
const links = (count: number) =>
  Array.from({ length: count }, (_, n) => `<a href="/to-${n}">Page ${n}</a>`).join(' ');
const alternates = {
  head: '<link rel="alternate" hreflang="de" href="https://shop.com/de"><link rel="alternate" hreflang="en" href="https://shop.com/">',
};

export const renderCases: CheckCases = {
  rendered_noindex: added({}, noindex),
  rendered_canonical_changed: {
    fails: pair({}, canonical('https://shop.com/other')),
    passes: pair({ canonical: '' }, {}),
  },
  rendered_canonical_only: added({ canonical: '' }, {}),
  rendered_content: {
    fails: pair({ text: '', nav: '', footer: '' }, { text: proseAbout('shop') }),
    // A third more is what scripts add everywhere.
    passes: pair({ text: proseAbout('shop', 30) }, { text: proseAbout('shop', 40) }),
  },
  rendered_title: added({}, { title: '<title>What a script says of the shop in town</title>' }),
  rendered_h1: added({ h1: '' }, {}),
  rendered_links: {
    fails: pair({ nav: links(2) }, { nav: links(12) }),
    passes: pair({ nav: links(8) }, { nav: links(12) }),
  },
  rendered_structured_data: added(
    { jsonLd: '' },
    {
      jsonLd:
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Shop"}</script>',
    },
  ),
  rendered_hreflang: added({}, alternates),
};
