/** An error in a page · a promise that no one waited for · a file that did not come · something the policy forbade. */
export const errorKinds = ["error", "rejection", "file", "policy"] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** A browser's report of an error: about the code, and nothing about the person. */
export interface ErrorReport {
  kind: ErrorKind;
  /**
   * `TypeError`, `Minified React error #418`, the name of a file, or a directive of the policy with what it kept away.
   * Never an error's own message: it may quote what a customer has typed.
   */
  message: string;
  /** Places in the shop's own files: `index-B2x.js:1:234`. */
  stack: string;
  /** The name of the page, as the table of pages has it. */
  page: string;
}

const MOST_PLACES = 5;

/** Shortens an address to the name of a file of the build; `…` for any other. */
export const cleanAddress = (address: string): string =>
  /([\w.-]{1,80}\.(?:js|css|mjs))(?:[?#].*)?$/.exec(address.slice(-400))?.[1] ?? "…";

/** The places of a stack trace in the shop's own files, the innermost first; those of extensions are no one's business. Cleaned twice, it is the same. */
export function cleanStack(stack: string): string {
  const places = stack
    .slice(0, 8_000)
    .matchAll(/(?:\/assets\/|^|\s)([a-z][\w-]{0,80}\.js)(?:\?[^\s:)]{0,200})?(:\d{1,7}:\d{1,7})/g);
  return [...places]
    .slice(0, MOST_PLACES)
    .map(([, file = "", place = ""]) => file + place)
    .join(" ");
}
