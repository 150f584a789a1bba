import { characterCount } from '../document/words.ts';
import { acrossPages, bySelector, type Located, onceAPage, onDocument, when, whenAny } from './check.ts';
import type { PageFile } from './references.ts';
import { faultOf, type SiteFacts } from './site-facts.ts';

const longestAlt = 100;
const image = ({ src }: { src: string }) => bySelector('img', 'src', src);

export const imageDocumentChecks = onDocument([
  {
    id: 'img_alt_missing',
    severity: 'medium',
    weight: 3,
    title: 'Images have no alt text.',
    why: 'Screen readers read out the file name, and image search learns nothing.',
    threshold: 'A visible image without an alt attribute. `alt=""` is right for decoration and not counted.',
    remedy: 'Describe what the image shows; write alt="" for decoration.',
    source: 'WCAG 2.2, 1.1.1; Google Search Central, "Google image best practices"',
    find: ({ images }) =>
      whenAny(
        images.filter(({ alt, isHidden }) => alt === undefined && !isHidden),
        image,
        ({ src }) => src,
      ),
  },
  {
    id: 'img_alt_empty_link',
    severity: 'low',
    title: 'A linked image has no alt text.',
    why: 'The image is the link’s only content, so the link has no name.',
    threshold: '`alt=""` on an image that is the only content of a link without label.',
    remedy: 'Name the link’s target in alt.',
    source: 'WCAG 2.2, 2.4.4',
    find: ({ images }) =>
      whenAny(
        images.filter(({ alt, isOnlyLinkContent }) => alt?.trim() === '' && isOnlyLinkContent),
        image,
        ({ src }) => src,
      ),
  },
  {
    id: 'img_alt_long',
    severity: 'low',
    title: 'An alt text is long.',
    why: 'Screen readers cannot pause in it.',
    threshold: 'More than 100 characters.',
    remedy: 'Keep it to one sentence; put the rest into a caption.',
    source: 'Screaming Frog: 100 characters',
    find: ({ images }) =>
      whenAny(
        images.filter(({ alt = '' }) => characterCount(alt) > longestAlt),
        image,
        ({ alt = '' }) => alt,
      ),
  },
  {
    id: 'img_no_dimensions',
    severity: 'low',
    title: 'Images have no width and height.',
    why: 'The layout shifts when they load.',
    threshold: 'A visible image, not an SVG, without width and height or a size in its style.',
    remedy: 'Set width and height; CSS may still scale the image.',
    source: 'web.dev, "Optimize Cumulative Layout Shift"',
    find: ({ images }) =>
      whenAny(
        images.filter(
          ({ hasDimensions, isHidden, src }) =>
            !hasDimensions && !isHidden && !/\.svg(?:$|\?)|^data:/iu.test(src),
        ),
        image,
        ({ src }) => src,
      ),
  },
  {
    id: 'hero_image_lazy',
    severity: 'low',
    title: 'The main image is lazy-loaded.',
    why: 'It waits for the layout, so the largest element on the screen appears last.',
    threshold:
      'loading="lazy" on an image with fetchpriority="high", or on the first image of the main part whose width is 400 pixels or more. A hint from the markup: nothing was measured.',
    remedy: 'Remove loading="lazy" and set fetchpriority="high".',
    source: 'Lighthouse, "Largest Contentful Paint image was not lazily loaded"; web.dev, "Optimize LCP"',
    find: ({ images }) =>
      whenAny(
        images.filter(
          (each) =>
            each.isLazy &&
            (each.isPreferred || (each.isLarge && each === images.find(({ inMain }) => inMain))),
        ),
        image,
        () => 'loading="lazy"',
      ),
  },
  {
    id: 'img_src_missing',
    severity: 'medium',
    weight: 3,
    title: 'An image has no src.',
    why: 'Browsers show nothing, or load the page a second time.',
    threshold: 'An img outside picture without src, srcset or a lazy-loading attribute.',
    remedy: 'Give it a source or remove it.',
    source: 'HTML Standard, "The img element"',
    find: ({ images }) =>
      when(
        images.some(({ src, hasSourceSet, inPicture }) => src.trim() === '' && !hasSourceSet && !inPicture),
        'img:not([src])',
        'no src',
      ),
  },
  {
    id: 'picture_without_img',
    severity: 'medium',
    weight: 3,
    title: 'A picture element has no img.',
    why: 'Only the img is shown; without it nothing is.',
    threshold: 'More picture elements than img elements within them.',
    remedy: 'Add an img with src and alt as the last child.',
    source: 'HTML Standard, "The picture element"; SEOnaut',
    find: ({ tagCounts, images }) => {
      const pictures = tagCounts.get('picture') ?? 0;
      const shown = images.filter(({ inPicture }) => inPicture).length;
      return when(pictures > shown, 'picture', `${pictures} picture, ${shown} img within`);
    },
  },
]);

/** Pages with files of a kind that answer with an error; one finding a page. */
function brokenFiles(
  { references, answerAt }: SiteFacts,
  isMeant: (tag: string) => boolean,
): readonly Located[] {
  const broken = references.files
    .of(({ tag, key }) => isMeant(tag) && faultOf(answerAt(key)) !== undefined)
    .map(({ from, one }) => ({
      ...{ url: from.url, selector: selector(one) },
      text: `${one.href} answers ${faultOf(answerAt(one.key))}`,
    }));
  return onceAPage(broken);
}

const attributes: Readonly<Record<string, string>> = { link: 'href', object: 'data' };
const selector = ({ tag, href }: PageFile) =>
  bySelector(tag, attributes[tag] ?? 'src', new URL(href).pathname);

export const fileCrossChecks = acrossPages([
  {
    id: 'broken_image',
    severity: 'medium',
    title: 'An image is broken.',
    why: 'Visitors see a gap, and image search has nothing to show.',
    threshold:
      'An image on the site that answers 400 or more, or not at all; up to 25 files of a site are asked for.',
    remedy: 'Restore the file or correct the address.',
    source: 'Google Search Central, "Google image best practices"; DataForSEO OnPage, broken_resources',
    find: (site) => brokenFiles(site, (tag) => tag === 'img'),
  },
  {
    id: 'broken_resource',
    severity: 'medium',
    weight: 6,
    title: 'A stylesheet, script or other file is broken.',
    why: 'The page looks or works wrong, for visitors and for Google’s renderer.',
    threshold:
      'A stylesheet, script or media file on the site that answers 400 or more, or not at all; up to 25 files of a site are asked for.',
    remedy: 'Restore the file, correct its address, or remove the element that asks for it.',
    source:
      'DataForSEO OnPage, broken_resources; Google Search Central, "Understand the JavaScript SEO basics"',
    find: (site) => brokenFiles(site, (tag) => tag !== 'img'),
  },
]);
