import sniffEncoding from 'html-encoding-sniffer';

export interface DecodedHtml {
  readonly text: string;
  /** By the name of the WHATWG Encoding standard, such as `UTF-8`. */
  readonly encoding: string;
  /** The charset that the Content-Type header gives. */
  readonly headerCharset: string | undefined;
  /** Whether a byte order mark, the header or the first kilobyte of the document names the encoding. */
  readonly isDeclared: boolean;
}

/**
 * Decodes a page as browsers do: byte order mark, header, declaration within
 * the first 1,024 bytes. Without any, UTF-8 where the bytes are valid UTF-8,
 * else windows-1252. Never fails; wrong bytes become U+FFFD.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | undefined): DecodedHtml {
  const headerCharset = /;\s*charset\s*=\s*"?([^\s;"]+)/iu.exec(contentType ?? '')?.[1];
  const sniffed = sniffEncoding(bytes, {
    ...(headerCharset === undefined ? {} : { transportLayerEncodingLabel: headerCharset }),
    defaultEncoding: '',
  });
  const isDeclared = sniffed !== '';
  if (!isDeclared) {
    const text = decodeStrictUtf8(bytes);
    if (text !== undefined) return { text, encoding: 'UTF-8', headerCharset, isDeclared };
  }
  const encoding = isDeclared ? sniffed : 'windows-1252';
  return { text: decode(bytes, encoding), encoding, headerCharset, isDeclared };
}

/** The standard's name of an encoding label, such as `windows-1252` for `latin1`; undefined where unknown. */
export function encodingName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding.toLowerCase();
  } catch {
    return undefined;
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  // The standard's `x-user-defined` and `replacement` have no decoder in Node.
  return new TextDecoder(encodingName(encoding) === undefined ? 'windows-1252' : encoding).decode(bytes);
}

function decodeStrictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
