/** An exception, an unhandled rejection, a file that failed to load, or a violation of the Content-Security-Policy. */
export const errorKinds = ["error", "rejection", "file", "policy"] as const;
export type ErrorKind = (typeof errorKinds)[number];

export interface ErrorReport {
  kind: ErrorKind;
  /** An error class, React error number, file name or policy directive. Full messages may contain customers' input. */
  message: string;
  stack: string;
  page: string;
}

const MAX_PLACES = 5;

/** Returns the file name of a script or style sheet; `…` for other URLs. */
export const cleanAddress = (address: string): string =>
  /([\w.-]{1,80}\.(?:js|css|mjs))(?:[?#].*)?$/.exec(address.slice(-400))?.[1] ?? "…";

/** Returns the first places of a stack in the shop's own files, such as `home.js:1:20`. Omits browser extensions. */
export function cleanStack(stack: string): string {
  const places = stack
    .slice(0, 8_000)
    .matchAll(/(?:\/assets\/|^|\s)([a-z][\w-]{0,80}\.js)(?:\?[^\s:)]{0,200})?(:\d{1,7}:\d{1,7})/g);
  return [...places]
    .slice(0, MAX_PLACES)
    .map(([, file = "", place = ""]) => file + place)
    .join(" ");
}
