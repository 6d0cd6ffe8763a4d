/** The specification puts the address book's calls where pages live. */
export const callsBesidePages = /^\/addresses([/?;%\\#]|$)/;

/** Characters of an address (security §10). */
export const LONGEST_ADDRESS = 4 * 1024;

/** No route of the web means a broken percent sign, a line break or an address of another host. */
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
