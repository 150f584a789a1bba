// The slash at the end leads to the package; without it some programs take the module that Node once had.
import punycode from 'punycode/';

/**
 * Letters that may stand together in a label: those of one way of writing, and
 * of Latin only what alphabets in use have. Everything else stays punycode, so
 * that no letter can pass for one of another script.
 */
const writings = [
  /^[a-z0-9ß-öø-İĲ-ķĹ-ňŊ-žơưșțḀ-ỿ-]+$/u,
  /^[\p{Script=Greek}0-9-]+$/u,
  /^[\p{Script=Cyrillic}0-9-]+$/u,
  /^[\p{Script=Arabic}0-9-]+$/u,
  /^[\p{Script=Hebrew}0-9-]+$/u,
  /^[\p{Script=Devanagari}0-9-]+$/u,
  /^[\p{Script=Thai}0-9-]+$/u,
  /^[\p{Script=Hangul}0-9-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9-]+$/u,
];

/** Names written only with letters that look like Latin ones: аррӏе is Cyrillic throughout. */
const lookalikes = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡαινορτυχγωκ0-9-]+$/u;

/** A host name as its owners write it: `xn--mnchen-3ya.de` is `münchen.de`, unless it could be mistaken for another name. */
export function readableDomain(host: string): string {
  if (!host.includes('xn--')) return host;
  const readable = host.split('.').map(readableLabel).join('.');
  // The browser's own reading of it must lead back: what is not normal, or not allowed, does not.
  const address = `https://${readable}`;
  return URL.canParse(address) && new URL(address).hostname === host ? readable : host;
}

/** The same for an address: only its host is made readable. */
export function readableAddress(url: string): string {
  const host = /^(?:https?:\/\/)?([^/?#:]+)/u.exec(url)?.[1];
  return host ? url.replace(host, () => readableDomain(host)) : url;
}

/** An address without its scheme, and without the site that it is of where that is said anyway. */
export function pathOf(url: string, site?: string): string {
  const bare = url.replace(/^https?:\/\/(?:www\.)?/u, '');
  return site && bare.startsWith(`${site}/`) ? bare.slice(site.length) : readableAddress(bare);
}

/** The text that a label stands for, given without its `xn--`; undefined where it stands for none. */
export function decodePunycode(label: string): string | undefined {
  try {
    return punycode.decode(label);
  } catch {
    return undefined;
  }
}

function readableLabel(label: string): string {
  const text = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : undefined;
  if (text === undefined || lookalikes.test(text)) return label;
  return writings.some((writing) => writing.test(text)) ? text : label;
}
