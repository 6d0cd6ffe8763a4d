/**
 * The kinds of errors in a page: an exception (`error`), an unhandled promise rejection (`rejection`), a file that
 * failed to load (`file`), or a violation of the content security policy (`policy`).
 */
export const errorKinds = ["error", "rejection", "file", "policy"] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** A browser's error report. It describes the code and contains no personal data. */
export interface ErrorReport {
  kind: ErrorKind;
  /**
   * The class of the error (`TypeError`), the React error (`Minified React error #418`), a file name, or a policy
   * directive with the blocked URL. The error's own message is left out, because it may contain a customer's input.
   */
  message: string;
  /** The stack trace, limited to the shop's own files: `index-B2x.js:1:234`. */
  stack: string;
  /** The page's name in the list of pages. */
  page: string;
}

const MAX_PLACES = 5;

/** Returns the file name of a URL that belongs to the build; `…` for other URLs. */
export const cleanAddress = (address: string): string =>
  /([\w.-]{1,80}\.(?:js|css|mjs))(?:[?#].*)?$/.exec(address.slice(-400))?.[1] ?? "…";

/**
 * Keeps only the stack trace lines in the shop's own files, so that lines of browser extensions are dropped. Cleaning a
 * cleaned stack changes nothing.
 */
export function cleanStack(stack: string): string {
  const places = stack
    .slice(0, 8_000)
    .matchAll(/(?:\/assets\/|^|\s)([a-z][\w-]{0,80}\.js)(?:\?[^\s:)]{0,200})?(:\d{1,7}:\d{1,7})/g);
  return [...places]
    .slice(0, MAX_PLACES)
    .map(([, file = "", place = ""]) => file + place)
    .join(" ");
}
