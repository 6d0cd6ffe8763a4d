/** The parts of a text, which the desk shows as separate fields, so that the owner need not type their marks. */
export interface TextParts {
  title: string;
  /** Only e-mails have a heading below the title, which is their subject. */
  heading: string;
  body: string;
}

const TITLE = /^\s*#(?!#) ?(.*)(?:\n\n?|$)([^]*)$/;
const HEADING = /^([^]*?)^##(?!#) ?(.*)(?:\n\n?|$)([^]*)$/m;

/** Splits a text. If it was written by `joinText`, the parts are exactly the same, also while the owner types. */
export function splitText(text: string, isMail: boolean): TextParts {
  // An imported file may have the line breaks of Windows.
  const source = text.replaceAll(/\r\n?/g, "\n");
  const [, title = "", rest = source] = TITLE.exec(source) ?? [];
  const [, before = "", heading = "", after = rest] = (isMail && HEADING.exec(rest)) || [];
  return { title, heading, body: before + after };
}

export const joinText = ({ title, heading, body }: TextParts): string =>
  `# ${title}\n\n${heading && `## ${heading}\n\n`}${body}`;

/** Replaces the text between `from` and `to`, and then selects the text between the two positions of `select`. */
export interface Edit {
  from: number;
  to: number;
  text: string;
  select: readonly [number, number];
}

/** Writes an edit for a text in which the characters from `start` to `end` are selected. */
export type WriteEdit = (text: string, start: number, end: number) => Edit;

export const toBold: WriteEdit = (text, start, end) => {
  const { from, to, words } = trimSelection(text, start, end);
  if (text.slice(0, from).endsWith("**") && text.slice(to).startsWith("**"))
    return { from: from - 2, to: to + 2, text: words, select: [from - 2, to - 2] };
  // Bold words cannot continue in the next paragraph, and begin after the mark of a heading or a point of a list.
  const bold = (words || "bold words").replaceAll(/^( *(?:#{1,3} |- )?)(\S.*)/gm, "$1**$2**");
  return { from, to, text: bold, select: [from + bold.indexOf("**") + 2, from + bold.length - 2] };
};

/** Begins the selected lines with `mark`, or removes it from them. In an empty line, it also inserts `sample`. */
export const toMarkedLines =
  (mark: string, sample: string): WriteEdit =>
  (text, start, end) => {
    const from = findLine(text, start);
    // Without the line break at the end of a selected line.
    const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
    const to = `${text}\n`.indexOf("\n", last);
    const lines = text.slice(from, to).split("\n");
    const isEmpty = lines.every((line) => line === "");
    const isMarked = !isEmpty && lines.every((line) => line === "" || line.startsWith(mark));
    const marked = lines
      .map((line) => (line === "" || isMarked ? "" : mark) + line.replace(/^(?:#{1,3}|-) /, ""))
      .join("\n");
    if (isEmpty)
      return {
        from: to,
        to,
        text: mark + sample,
        select: [to + mark.length, to + mark.length + sample.length],
      };
    const newEnd = from + marked.length;
    return { from, to, text: marked, select: [lines.length > 1 ? from : newEnd, newEnd] };
  };

/** Links the selected words to an address. Without selected words, it inserts `words`. */
export const toLink =
  (address: string, words: string): WriteEdit =>
  (text, start, end) => {
    const { from, to, words: selected } = trimSelection(text, start, end);
    const link = `[${selected || words}](${address})`;
    return { from, to, text: link, select: [from + link.length, from + link.length] };
  };

/**
 * Returns what Enter inserts: an empty line before a new paragraph, or the next point of a list. Enter after an empty
 * point ends the list. Returns null for a line break alone.
 */
export function toNextLine(text: string, at: number): Edit | null {
  const from = findLine(text, at);
  const line = text.slice(from, at);
  if (line === "- ") return { from, to: at, text: "\n", select: [from + 1, from + 1] };
  if (line.trim() === "") return null;
  const next = line.startsWith("- ") ? "\n- " : "\n\n";
  return { from: at, to: at, text: next, select: [at + next.length, at + next.length] };
}

/** Completes an address that was typed without its beginning. */
export function completeAddress(address: string): string {
  if (/^[\w.+-]+@[\w.-]+$/.test(address)) return `mailto:${address}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(address) ? `https://${address}` : address;
}

const findLine = (text: string, at: number): number => text.slice(0, at).lastIndexOf("\n") + 1;

/** Leaves out the spaces around the selected words, because `**bold **` is not bold. */
function trimSelection(text: string, start: number, end: number) {
  const selected = text.slice(start, end);
  const words = selected.trim();
  const from = start + selected.length - selected.trimStart().length;
  return words === "" ? { from: start, to: start, words } : { from, to: from + words.length, words };
}
