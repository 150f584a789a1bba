import type { TextFingerprint } from './fingerprint.ts';

/** What checks ask of a page's text. It is found while the page is read: the texts of all pages would be half of what an audit holds. */
export interface Prose {
  /** Of the visible text in UTF-8. */
  readonly bytes: number;
  /** Dummy text and a little of what follows; undefined where there is none. */
  readonly loremIpsum: string | undefined;
  /** A placeholder and what stands around it; undefined where there is none. */
  readonly placeholder: string | undefined;
  /** Start of a long text that is kept from every reader; undefined where there is none. */
  readonly hiddenText: string | undefined;
  /** What the main text is written in, where that is beyond doubt. */
  readonly language: string | undefined;
  /** Flesch reading ease of the main text; undefined but for English articles and docs of 200 words or more. */
  readonly readingEase: number | undefined;
  /** Numbers that stand beside a sign or code of a currency, first 200; only of a page that states an offer. */
  readonly prices: readonly number[];
  /** Share of the title's words that the page itself uses; 1 where title or page are too short to tell. */
  readonly titleShare: number;
}

/** What one page says, read once and then asked by all checks. */
export interface PageDocument extends PageMarkup {
  readonly prose: Prose;
}

/** A page with all that is needed once only; an audit of many pages does not keep it. */
export interface WholePage extends PageMarkup {
  /** Visible text outside navigation, header, footer and aside; of `<main>` where there is one. */
  readonly mainText: string;
  /** The rest of the visible text. */
  readonly otherText: string;
  /** What of both stands in `pre` and `code`. */
  readonly codeText: string;
  /** What of both a style of the page itself keeps from every reader. */
  readonly hiddenText: string;
  /** Hashes of element paths without their text: what pages of one template share. */
  readonly skeleton: ReadonlySet<number>;
}

/** What one page's markup says. Text is white-space folded. */
export interface PageMarkup {
  /** Name of the doctype; undefined without one. */
  readonly doctype: string | undefined;
  readonly lang: string | undefined;
  readonly baseHref: string | undefined;
  readonly titles: readonly HeadText[];
  readonly metas: readonly MetaTag[];
  readonly links: readonly LinkTag[];
  readonly headings: readonly Heading[];
  readonly anchors: readonly Anchor[];
  readonly images: readonly ImageTag[];
  readonly forms: readonly FormTag[];
  /** Everything the page loads by itself, as written. */
  readonly subresources: readonly Subresource[];
  /** Content of `application/ld+json` scripts, as written. */
  readonly jsonLd: readonly string[];
  /** What microdata and RDFa describe, in the order in which it begins. */
  readonly items: readonly ItemDraft[];
  readonly iframes: readonly IframeTag[];
  /** Sources of the frames of a frameset. */
  readonly frames: readonly string[];
  /** Where a page that shows nothing else sends every reader; undefined for every other page. */
  readonly forwarding: Forwarding | undefined;
  /** Text before the doctype or the first tag, which ends the head before it began; undefined without. */
  readonly leadingText: string | undefined;
  /** `object` and `embed` elements that only a plugin can show: name and type. */
  readonly plugins: readonly string[];
  /** Ids that stand on more than one element, first 20. */
  readonly duplicateIds: readonly string[];
  /** Ids and names that a fragment of an address can lead to. */
  readonly fragmentTargets: Pick<ReadonlySet<string>, 'has'>;
  /** Names of obsolete elements that are used. */
  readonly obsoleteTags: readonly string[];
  readonly tagCounts: ReadonlyMap<string, number>;
  /** Elements between `<head>` and `</head>` that end the head for every parser. */
  readonly strayHeadTags: readonly string[];
  readonly elementCount: number;
  readonly depth: number;
  /** `<body>` start tags as written. */
  readonly bodyTags: number;
  /** Selector of an element that scripts are to fill and that holds nothing, such as `#root`. */
  readonly emptyRoot: string | undefined;
  /** Words of all visible text. */
  readonly wordCount: number;
  /** Words outside navigation, header, footer and aside; of `<main>` where there is one. */
  readonly mainWordCount: number;
  /** Of the same text. */
  readonly fingerprint: TextFingerprint;
  readonly htmlBytes: number;
  readonly encoding: string;
  readonly headerCharset: string | undefined;
  readonly isEncodingDeclared: boolean;
}

/** A thing that microdata or RDFa describes; properties are added while the page is read. */
export interface ItemDraft {
  readonly types: readonly string[];
  /** The item and property that it is the value of. */
  readonly within: { readonly types: readonly string[]; readonly property: string } | undefined;
  readonly properties: Record<string, unknown[]>;
  readonly selector: string;
  readonly isSchemaOrg: boolean;
  /** All that it says stands within it; one with `itemref`, or of another vocabulary, cannot be judged by that. */
  readonly isWhole: boolean;
}

/** A redirect that the page itself does; `to` is as written. */
export interface Forwarding {
  readonly by: 'script' | 'meta refresh';
  readonly to: string;
}

export interface HeadText {
  readonly text: string;
  readonly inHead: boolean;
}

export interface MetaTag {
  /** Lower-case value of `name`, `property` or `http-equiv`; `charset` for that attribute. */
  readonly name: string;
  readonly kind: 'name' | 'property' | 'http-equiv' | 'charset';
  readonly content: string;
  readonly inHead: boolean;
}

export interface LinkTag {
  readonly rels: readonly string[];
  readonly href: string;
  readonly hreflang: string | undefined;
  readonly inHead: boolean;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Alternative text of images inside. */
  readonly imageAlt: string;
}

export interface IframeTag {
  readonly src: string;
  readonly inMain: boolean;
}

export interface Anchor {
  /** Undefined where the element has no `href`. */
  readonly href: string | undefined;
  /** Text, or what stands for it: `aria-label`, `title`, the alternative text of images. */
  readonly label: string;
  readonly text: string;
  readonly rels: readonly string[];
  readonly hasRole: boolean;
  readonly target: string | undefined;
  readonly hasImage: boolean;
  /** Has an `id` or `name`, or an inline click handler: a target or a button rather than a broken link. */
  readonly isTargetOrButton: boolean;
  /** Stands in an element that its own style keeps from every reader. */
  readonly isHidden: boolean;
}

export interface ImageTag {
  readonly src: string;
  /** Undefined where the attribute is missing. */
  readonly alt: string | undefined;
  /** Has `srcset` or another attribute that a lazy loader reads. */
  readonly hasSourceSet: boolean;
  readonly hasDimensions: boolean;
  readonly isHidden: boolean;
  /** The image is all that its link holds. */
  readonly isOnlyLinkContent: boolean;
  readonly inPicture: boolean;
  /** `loading="lazy"`. */
  readonly isLazy: boolean;
  /** `fetchpriority="high"`. */
  readonly isPreferred: boolean;
  /** By its `width`. */
  readonly isLarge: boolean;
  readonly inMain: boolean;
}

export interface FormTag {
  readonly action: string | undefined;
  readonly hasPassword: boolean;
  readonly hasSearch: boolean;
  readonly hasEmail: boolean;
  readonly hasTextArea: boolean;
}

export interface Subresource {
  readonly tag: string;
  readonly url: string;
  /** A script in the head that is run before anything is shown. */
  readonly isBlocking?: boolean;
}
