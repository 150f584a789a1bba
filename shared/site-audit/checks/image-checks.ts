import { characterCount } from '../document/words.ts';
import { onDocument } from './check.ts';
import { bySelector, when, whenAny } from './evidence.ts';

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
