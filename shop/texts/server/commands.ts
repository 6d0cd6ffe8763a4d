import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { textNames } from "../text.ts";
import { findWrittenText, getFieldValues } from "./shop-texts.ts";
import { isTextName } from "./text-files.ts";

const list = defineCommand({
  noun: "texts",
  verb: "list",
  reads: true,
  summary: "The texts that you can write anew, and what the fields in them stand for now.",
  args: [],
  options: {},
  examples: ["texts list"],
  async run(context) {
    const own = textNames.map((name) => ({ name, isOwn: findWrittenText(context, name).isOwn }));
    const fields = Object.entries(getFieldValues(context));
    return {
      facts: Object.fromEntries(
        own.map(({ name, isOwn }) => [`texts/${name}.md`, isOwn ? "yours" : "as it came"]),
      ),
      columns: ["field", "stands for"],
      rows: fields.map(([field, value]) => [`{{${field}}}`, value || "nothing: its paragraph is left out"]),
      data: { texts: own, fields: Object.fromEntries(fields) },
    };
  },
});

const show = defineCommand({
  noun: "texts",
  verb: "show",
  reads: true,
  summary: "A text as it is written, with its fields: what to begin from.",
  args: [{ name: "name", summary: textNames.join(", ") }],
  options: {},
  examples: ["texts show terms"],
  async run(context, { args: { name = "" } }) {
    if (!isTextName(name))
      throw new CommandRefused(`There is no text "${name}". There are: ${textNames.join(", ")}.`);
    const { source } = findWrittenText(context, name);
    return { message: source.trimEnd(), data: { name, source } };
  },
});

/** The operator's commands for the shop's texts. */
export const textCommands = [list, show];
