import * as v from "valibot";
import {
  type Command,
  CommandRefused,
  defineCommand,
  toRevision,
  UsageError,
  refuseField,
} from "#platform/operator/command.ts";
import {
  isOwnTextName,
  listOwnTextFaults,
  listTexts,
  ownTextNames,
  showText,
} from "#shop/texts/server/index.ts";
import { withPart } from "../content-changes.ts";
import { changeContent, NONE, readContent } from "./change-content.ts";
import { textList, textSource } from "#shop/texts/command-results.ts";

export const textsCommand: Command = defineCommand({
  ...textList,
  data: v.union([textList.data, textSource.data]),
  reads: { unless: ["text"] },
  preview: "rehearse",
  async revision(context, { args: { name = "" } }) {
    if (!isOwnTextName(name)) return null;
    return toRevision((await readContent(context)).texts?.[name]);
  },
  summary: "Shows or changes the texts of pages and e-mails that you can write yourself in Markdown.",
  args: [{ name: "name", summary: "the text", choices: ownTextNames, optional: true }],
  options: {
    text: {
      summary: "the new text in Markdown; none for the standard text",
      kind: "markdown",
      or: [NONE],
    },
  },
  examples: ["texts terms", 'texts our-story --text "$(cat our-story.md)"', "texts terms --text none"],
  async run(context, { args: { name }, options: { text } }) {
    if (name === undefined) {
      if (text !== undefined) throw new UsageError("Choose the text that you want to change.");
      return listTexts(context);
    }
    if (!isOwnTextName(name))
      throw new CommandRefused(`There is no text "${name}". Choose one from the list of texts.`);
    if (text === undefined) return showText(context, name);
    const source = text.trim() === NONE ? undefined : `${text.trim()}\n`;
    const faults = source === undefined ? [] : listOwnTextFaults(name, source);
    if (faults.length > 0) throw refuseField("text", faults.join("\n"));
    return changeContent(context, (content) => {
      const { [name]: _before, ...others } = content.texts ?? {};
      return withPart(content, "texts", { ...others, ...(source !== undefined && { [name]: source }) });
    });
  },
});
