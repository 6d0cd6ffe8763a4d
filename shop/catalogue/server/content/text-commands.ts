import {
  type Command,
  CommandRefused,
  defineCommand,
  toRevision,
  UsageError,
} from "#platform/operator/command.ts";
import { isOwnTextName, listOwnTextFaults, ownTextNames } from "#shop/texts/server/index.ts";
import { changeContent, NONE, readContent } from "./change-content.ts";

const set = defineCommand({
  noun: "texts",
  verb: "set",
  preview: "rehearse",
  async revision(context, { args: { name = "" } }) {
    if (!isOwnTextName(name)) return null;
    return toRevision((await readContent(context)).texts?.[name]);
  },
  summary:
    "Write a text of a page or a mail anew, in Markdown with fields; 'none' brings back the first one.",
  args: [{ name: "name", summary: "a text, as 'texts list' names them", choices: ownTextNames }],
  options: {
    text: {
      summary: "the text in Markdown, or none",
      kind: "markdown",
      required: true,
      or: [NONE],
    },
  },
  examples: ['texts set our-story --text "$(cat our-story.md)"', "texts set terms --text none"],
  run: (context, { args: { name = "" }, options: { text = "" } }) => {
    if (!isOwnTextName(name)) throw new CommandRefused(`There is no text "${name}". See: texts list`);
    const source = text.trim() === NONE ? undefined : `${text.trim()}\n`;
    const faults = source === undefined ? [] : listOwnTextFaults(name, source);
    if (faults.length > 0) throw new UsageError(faults.join("\n"), { text: faults.join(" ") });
    return changeContent(context, (content) => {
      const { texts: before = {}, ...parts } = content;
      const { [name]: _before, ...others } = before;
      const texts = { ...others, ...(source !== undefined && { [name]: source }) };
      return Object.keys(texts).length > 0 ? { ...parts, texts } : parts;
    });
  },
});

/** The operator's commands that change the texts of pages and mails. */
export const textChangeCommands: Command[] = [set];
