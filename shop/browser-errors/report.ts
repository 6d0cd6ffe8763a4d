import { toOneLine } from "#contract/one-line.ts";

/** An error in a page · a promise that no one waited for · a file that did not come · something the policy forbade. */
export const errorKinds = ["error", "rejection", "file", "policy"] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** A browser's report of an error: about the code, and nothing about the person. */
export interface ErrorReport {
  kind: ErrorKind;
  message: string;
  /** Places in the shop's own files: `index-B2x.js:1:234`. */
  stack: string;
  /** The name of the page, as the table of pages has it. */
  page: string;
}

const LONGEST_MESSAGE = 200;
/** Longest message that is compared: anyone can send more, and comparing takes time. */
const MOST_READ = 400;
const MOST_PLACES = 5;

const QUOTED = /(\b(?:reading|setting|property|function) )?(["'`“‘])((?:(?!\2).){1,400})["'`”’]/g;
/** Quoted texts that are kept: names from code. Any other quoted text may be a person's. */
const NAME_IN_CODE = /^[\w$]{1,40}$/;

/**
 * Leaves of a message what tells of the code: no quoted text, no address with what follows its path, no mailbox, no long
 * word and no number that could be someone's. One line.
 */
export const cleanMessage = (message: string): string =>
  shorten(message)
    .replaceAll(/[a-z][a-z+.-]{0,20}:\/\/[^\s/)]*([^\s?#)]*)[^\s)]*/gi, (_address, path: string) =>
      cleanPath(path),
    )
    .replaceAll(/\S+/g, (word) => (/\S@\S/.test(word) ? "…" : word))
    .replaceAll(QUOTED, (quoted, before: string | undefined, _mark, text: string) =>
      before !== undefined && NAME_IN_CODE.test(text) ? quoted : `${before ?? ""}'…'`,
    )
    .replaceAll(/[A-Za-z0-9+/_=-]{25,}/g, "…")
    .replaceAll(/\+?\d[\d\s().-]{4,}\d/g, "…")
    .replaceAll(/(?!#\d{1,3};)[?#]\S+/g, "")
    .slice(0, LONGEST_MESSAGE)
    .trim();

/** Its beginning in one line. What the end goes through is left out: its last word, and a quoted text, which is closed. */
function shorten(message: string): string {
  const line = toOneLine(message.slice(0, MOST_READ));
  return message.length > MOST_READ ? `${line.slice(0, line.lastIndexOf(" ") + 1)}…"` : line;
}

/** Shortens an address to the name of a file of the build. */
const cleanPath = (path: string): string => /[\w.-]{1,80}\.(?:js|css|mjs)$/.exec(path)?.[0] ?? "…";

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
