/** Matches the API calls that the specification defines outside `/api`. */
export const callsBesidePages = /^\/addresses([/?;%\\#]|$)/;

/** The maximum number of characters (security §10). */
export const MAX_ADDRESS_LENGTH = 4 * 1024;

/** True if this can be a page's URL: valid percent-encoding, no control character, no other host, and not too long. */
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
