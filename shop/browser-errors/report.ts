/**
 * An error in a page · an unhandled promise rejection · a file that did not load · a violation of the content security
 * policy.
 */
export const errorKinds = ["error", "rejection", "file", "policy"] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** A browser's report of an error. It describes the code and contains nothing about the person. */
export interface ErrorReport {
  kind: ErrorKind;
  /**
   * `TypeError`, `Minified React error #418`, a file name, or a policy directive with the blocked URL. Never an error's
   * message, because it may contain a customer's input.
   */
  message: string;
  /** Places in the shop's own files: `index-B2x.js:1:234`. */
  stack: string;
  /** The name of the page in the table of pages. */
  page: string;
}

const MAX_PLACES = 5;

/** Shortens a URL to the name of a file of the build; `…` for other URLs. */
export const cleanAddress = (address: string): string =>
  /([\w.-]{1,80}\.(?:js|css|mjs))(?:[?#].*)?$/.exec(address.slice(-400))?.[1] ?? "…";

/**
 * Keeps the lines of a stack trace that are in the shop's files, innermost first, and drops those of browser
 * extensions. Cleaning twice gives the same result.
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
