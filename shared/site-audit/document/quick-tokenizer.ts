import {
  type DefaultTreeAdapterMap,
  InsertionMode,
  type Parser,
  Token,
  Tokenizer,
  TokenizerMode,
} from 'parse5';
import { ownText } from './words.ts';

const { TokenType } = Token;

/** What a character ends, or is part of. */
const space = 1;
const endsText = 2;
const endsRawText = 4;
const endsDoubleQuoted = 8;
const endsSingleQuoted = 16;
const endsComment = 32;
const inName = 64;
const inUnquoted = 128;

const kinds = new Uint8Array(0x1_0000);
const mark = (characters: string, kind: number): void => {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    kinds[code] = (kinds[code] ?? 0) | kind;
  }
};
const printable = String.fromCharCode(...Array.from({ length: 0x7f - 0x21 }, (_, place) => 0x21 + place));
mark(' \t\n\f', space);
mark('<&\0\r', endsText);
mark('<\0\r', endsRawText);
mark('"&\0\r', endsDoubleQuoted);
mark("'&\0\r", endsSingleQuoted);
mark('-<\0\r', endsComment);
mark(printable.replaceAll(/["'<>/=]/gu, ''), inName);
mark(printable.replaceAll(/["'<>=&`]/gu, ''), inUnquoted);

/** Where characters of a kind end. */
function within(html: string, from: number, kind: number): number {
  let at = from;
  while (at < html.length && ((kinds[html.charCodeAt(at)] ?? 0) & kind) !== 0) at += 1;
  return at;
}

/** Where the next character of a kind is. */
function before(html: string, from: number, kind: number): number {
  let at = from;
  while (at < html.length && ((kinds[html.charCodeAt(at)] ?? 0) & kind) === 0) at += 1;
  return at;
}

const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const equals = 0x3d;
const greaterThan = 0x3e;
const carriageReturn = 0x0d;

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** Lower case, as names are compared; the characters of a name are all ASCII. */
const nameOf = (html: string, from: number, to: number): string => html.slice(from, to).toLowerCase();

/** Reads an attribute in plain spelling and gives its end; -1 where it is in any other. */
function readAttribute(html: string, from: number, attrs: Token.Attribute[]): number {
  const end = within(html, from, inName);
  if (end === from || attrs.length >= mostAttributes) return -1;
  const name = nameOf(html, from, end);
  for (const attribute of attrs) if (attribute.name === name) return -1;
  if (html.charCodeAt(end) !== equals) {
    attrs.push({ name, value: '' });
    return end;
  }
  return readValue(html, end + 1, name, attrs);
}

function readValue(html: string, from: number, name: string, attrs: Token.Attribute[]): number {
  const quote = html.charCodeAt(from);
  const isQuoted = quote === doubleQuote || quote === singleQuote;
  const start = isQuoted ? from + 1 : from;
  const end = isQuoted
    ? before(html, start, quote === doubleQuote ? endsDoubleQuoted : endsSingleQuoted)
    : within(html, start, inUnquoted);
  if (isQuoted ? html.charCodeAt(end) !== quote : end === start) return -1;
  attrs.push({ name, value: ownText(html.slice(start, end)) });
  return isQuoted ? end + 1 : end;
}

/** Beyond these parse5 looks names up in another way. */
const mostAttributes = 60;

/** Where white space behind a word is treated as the word is. */
const wordModes = new Set([
  ...[InsertionMode.IN_BODY, InsertionMode.TEXT, InsertionMode.IN_CELL, InsertionMode.IN_CAPTION],
  ...[InsertionMode.IN_SELECT, InsertionMode.IN_TEMPLATE],
]);

/**
 * parse5's tokenizer, which takes one character at a time, with what most pages are made of taken at once: runs of
 * text, and tags in plain spelling. All else is left to it, so that the tree is the same. For whole documents, without
 * locations and errors.
 */
export class QuickTokenizer extends Tokenizer {
  readonly #parser: Parser<DefaultTreeAdapterMap>;

  constructor(parser: Parser<DefaultTreeAdapterMap>) {
    super(parser.options, parser);
    this.#parser = parser;
    this.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY;
  }

  protected override _stateData(cp: number): void {
    super._stateData(cp);
    this.#takeText(TokenizerMode.DATA, endsText);
  }

  protected override _stateRcdata(cp: number): void {
    super._stateRcdata(cp);
    this.#takeText(TokenizerMode.RCDATA, endsText);
  }

  protected override _stateRawtext(cp: number): void {
    super._stateRawtext(cp);
    this.#takeText(TokenizerMode.RAWTEXT, endsRawText);
  }

  protected override _stateScriptData(cp: number): void {
    super._stateScriptData(cp);
    this.#takeText(TokenizerMode.SCRIPT_DATA, endsRawText);
  }

  protected override _stateAttributeValueDoubleQuoted(cp: number): void {
    const { state } = this;
    super._stateAttributeValueDoubleQuoted(cp);
    if (this.state === state) this.#take(before, endsDoubleQuoted);
  }

  protected override _stateAttributeValueSingleQuoted(cp: number): void {
    const { state } = this;
    super._stateAttributeValueSingleQuoted(cp);
    if (this.state === state) this.#take(before, endsSingleQuoted);
  }

  protected override _stateComment(cp: number): void {
    const { state } = this;
    super._stateComment(cp);
    if (this.state === state) this.#take(before, endsComment);
  }

  protected override _stateTagOpen(cp: number): void {
    if (!(isLetter(cp) && this.#takeStartTag())) super._stateTagOpen(cp);
  }

  protected override _stateEndTagOpen(cp: number): void {
    if (!(isLetter(cp) && this.#takeEndTag())) super._stateEndTagOpen(cp);
  }

  /** The rest of a run of text, once its first character is taken. */
  #takeText(state: Tokenizer['state'], ends: number): void {
    const token = this.currentCharacterToken;
    if (token === null || this.state !== state) return;
    if (token.type === TokenType.WHITESPACE_CHARACTER) this.#take(within, space);
    else if (token.type === TokenType.CHARACTER)
      this.#take(before, wordModes.has(this.#parser.insertionMode) ? ends : ends | space);
  }

  /** Takes what follows the character that was taken last, which may be a line break that was written otherwise. */
  #take(endOf: typeof within, kind: number): void {
    const { preprocessor } = this;
    const { html, pos } = preprocessor;
    if (this.runEnd !== pos + 1 || html.charCodeAt(pos) === carriageReturn) return;
    this.runEnd = endOf(html, pos + 1, kind);
    preprocessor.pos = this.runEnd - 1;
  }

  #takeStartTag(): boolean {
    const { html, pos } = this.preprocessor;
    const nameEnd = within(html, pos, inName);
    const attrs: Token.Attribute[] = [];
    for (let at = nameEnd; at >= 0; ) {
      const next = within(html, at, space);
      const isClosed = html.charCodeAt(next) === slash;
      const end = isClosed ? next + 1 : next;
      if (html.charCodeAt(end) === greaterThan) {
        this.#emitTag(TokenType.START_TAG, nameOf(html, pos, nameEnd), attrs, isClosed, end);
        return true;
      }
      at = isClosed || next === at ? -1 : readAttribute(html, next, attrs);
    }
    return false;
  }

  #takeEndTag(): boolean {
    const { html, pos } = this.preprocessor;
    const nameEnd = within(html, pos, inName);
    const end = within(html, nameEnd, space);
    if (html.charCodeAt(end) !== greaterThan) return false;
    this.#emitTag(TokenType.END_TAG, nameOf(html, pos, nameEnd), [], false, end);
    return true;
  }

  /** Emits a tag that ends at a place. */
  #emitTag(
    type: Token.TagToken['type'],
    tagName: string,
    attrs: Token.Attribute[],
    selfClosing: boolean,
    end: number,
  ): void {
    // What was read before belongs to the text, and is told apart by there being no tag yet.
    this._flushRun('');
    this.currentToken = {
      type,
      tagName,
      attrs,
      selfClosing,
      ackSelfClosing: false,
      tagID: 0,
      location: null,
    };
    this.preprocessor.pos = end;
    this.state = TokenizerMode.DATA;
    this.emitCurrentTagToken();
  }
}
