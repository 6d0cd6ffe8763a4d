/** A block of commands of docs/production.md. */
export interface Block {
  /** Under which heading it stands. */
  heading: string;
  /** The mark in its first line: `# yours: seller`, `# restore`; "" for the most. */
  mark: string;
  commands: string;
}

const NOT_RUN = /^# not run here\b/;

/** The blocks that are run, in order. Those in a list are indented as the list is. */
export function readBlocks(document: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  for (const [, title, indent = "", code = ""] of document.matchAll(
    /^#+ (.+)$|^( *)```sh\n([\s\S]*?)^ *```$/gm,
  )) {
    if (title !== undefined) heading = title;
    else blocks.push(toBlock(heading, code.replaceAll(new RegExp(`^${indent}`, "gm"), "")));
  }
  return blocks.filter(({ mark }) => !NOT_RUN.test(mark));
}

const toBlock = (heading: string, code: string): Block => {
  const [first = "", ...rest] = code.trimEnd().split("\n");
  const mark = /^# (not run here\b.*|yours: .+|\w+)$/.exec(first) === null ? "" : first;
  return { heading, mark, commands: mark === "" ? code : rest.join("\n") };
};
