/**
 * Matches the API calls of the address book. The specification defines these under `/addresses`, which is not under
 * `/api`.
 */
export const callsBesidePages = /^\/addresses([/?;%\\#]|$)/;

/** The maximum length of a URL, in characters (security §10). */
export const MAX_ADDRESS_LENGTH = 4 * 1024;

/**
 * True if this can be the URL of a page. Its percent-encoding must be valid, and it must not contain a control
 * character, name another host or be too long.
 */
export function isReadable(url: string): boolean {
  try {
    return (
      url.startsWith("/") &&
      url.length <= MAX_ADDRESS_LENGTH &&
      !/\p{Cc}/u.test(decodeURI(url.replace(/\?.*$/, "")))
    );
  } catch {
    return false;
  }
}
