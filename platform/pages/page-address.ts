/**
 * Matches the API calls of the address book. The specification defines them under `/addresses`, beside the pages,
 * instead of under `/api`.
 */
export const callsBesidePages = /^\/addresses([/?;%\\#]|$)/;

/** The maximum length of a URL, in characters (security §10). */
export const LONGEST_ADDRESS = 4 * 1024;

/**
 * True if this can be the URL of a page: its percent-encoding is valid, it contains no control character and no other
 * host, and it is not too long.
 */
export function isReadable(url: string): boolean {
  try {
    return (
      url.startsWith("/") &&
      url.length <= LONGEST_ADDRESS &&
      !/\p{Cc}/u.test(decodeURI(url.replace(/\?.*$/, "")))
    );
  } catch {
    return false;
  }
}
