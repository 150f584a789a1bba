import type {
  Anchor,
  FormTag,
  Heading,
  HeadText,
  IframeTag,
  ImageTag,
  ItemDraft,
  LinkTag,
  MetaTag,
  Subresource,
} from './page-document.ts';
import type { HtmlElement } from './parse-html.ts';

export interface FormDraft {
  action: string | undefined;
  hasPassword: boolean;
  hasSearch: boolean;
  hasEmail: boolean;
  hasTextArea: boolean;
}

/** A page while it is read. */
export interface Draft {
  lang: string | undefined;
  baseHref: string | undefined;
  emptyRoot: string | undefined;
  depth: number;
  readonly titles: HeadText[];
  readonly metas: MetaTag[];
  readonly links: LinkTag[];
  readonly headings: Heading[];
  readonly anchors: Anchor[];
  readonly images: ImageTag[];
  readonly forms: (FormDraft & FormTag)[];
  readonly subresources: Subresource[];
  readonly jsonLd: string[];
  readonly items: ItemDraft[];
  readonly iframes: IframeTag[];
  readonly frames: string[];
  /** Address to which an inline script moves the window, as written. */
  scriptTarget: string | undefined;
  readonly plugins: string[];
  readonly ids: Set<string>;
  /** Names of `a` elements, which fragments lead to as they do to ids. */
  readonly anchorNames: Set<string>;
  readonly duplicateIds: Set<string>;
  readonly tags: Map<string, TagUse>;
  readonly skeleton: Set<number>;
  /** Visible text: within `<main>`, outside it, and in navigation, header, footer and aside. */
  readonly mainText: TextPieces;
  readonly contentText: TextPieces;
  readonly frameText: TextPieces;
  /** What of it stands in `pre` and `code`. */
  readonly codeText: string[];
  /** What of it a style of the page itself keeps from every reader. */
  readonly hiddenText: TextPieces;
  /** Starts and ends of blocks so far: each parts words, in whichever of the texts. */
  partings: number;
}

/** A text while it is read. */
export interface TextPieces {
  readonly pieces: string[];
  /** Partings of the page when the last piece was added. */
  partings: number;
}

/** Notes what one element says; may give the place of its children. */
export type ElementReader = (draft: Draft, element: HtmlElement, place: Place) => Place | undefined;

/** How elements of one name are read, and how many there are. */
export interface TagUse {
  count: number;
  readonly read: ElementReader | undefined;
  /** Stands within a line of text; all others part words. */
  readonly isInline: boolean;
}

/** Where in the page an element stands; shared by all elements that stand alike. */
export interface Place {
  readonly inHead: boolean;
  /** Text here is not shown: head, scripts, hidden parts. */
  readonly isSilent: boolean;
  /** Within navigation, header, footer or aside. */
  readonly isFrame: boolean;
  readonly isMain: boolean;
  /** Within an article or a section. */
  readonly isSection: boolean;
  readonly inPicture: boolean;
  readonly isCode: boolean;
  /** Within an element that nobody sees and no script can open. */
  readonly isHidden: boolean;
  /** The image's link holds nothing but images. */
  readonly isImageLink: boolean;
  readonly form: FormDraft | undefined;
  /** The item of microdata or RDFa that the element stands in. */
  readonly item: ItemDraft | undefined;
}

export const outside: Place = {
  inHead: false,
  isSilent: true,
  isFrame: false,
  isMain: false,
  isSection: false,
  inPicture: false,
  isCode: false,
  isHidden: false,
  isImageLink: false,
  form: undefined,
  item: undefined,
};

const noPieces = (): TextPieces => ({ pieces: [], partings: 0 });

export function createDraft(): Draft {
  return {
    lang: undefined,
    baseHref: undefined,
    emptyRoot: undefined,
    depth: 0,
    titles: [],
    metas: [],
    links: [],
    headings: [],
    anchors: [],
    images: [],
    forms: [],
    subresources: [],
    jsonLd: [],
    items: [],
    iframes: [],
    frames: [],
    scriptTarget: undefined,
    plugins: [],
    ids: new Set(),
    anchorNames: new Set(),
    duplicateIds: new Set(),
    tags: new Map(),
    skeleton: new Set(),
    mainText: noPieces(),
    contentText: noPieces(),
    frameText: noPieces(),
    codeText: [],
    hiddenText: noPieces(),
    partings: 0,
  };
}
