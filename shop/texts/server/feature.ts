import type { Feature } from "#platform/feature.ts";
import { refuse } from "#platform/http/refuse.ts";
import { route, type Route } from "#platform/http/route.ts";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import * as contracts from "../contracts.ts";
import { readShopText } from "../endpoints.ts";
import type { TextName } from "../text.ts";
import { findShopText, findOwnText, getFieldValues } from "./shop-texts.ts";
import { isTextName, isOwnTextName, ownTextNames, readStandardText } from "./text-files.ts";

const list = defineCommand({
  noun: "texts",
  verb: "list",
  reads: true,
  summary: "The texts that you can write anew, and what the fields in them stand for now.",
  args: [],
  options: {},
  examples: ["texts list"],
  async run(context) {
    const names = ownTextNames.map((name) => ({ name, isOwn: findOwnText(context, name) !== undefined }));
    const fields = Object.entries(getFieldValues(context));
    return {
      facts: Object.fromEntries(
        names
          .filter(({ name, isOwn }) => isOwn || isTextName(name))
          .map(({ name, isOwn }) => [
            `${isTextName(name) ? `texts/${name}` : name}.md`,
            isOwn ? "yours" : "as it came",
          ]),
      ),
      columns: ["field", "stands for"],
      rows: fields.map(([field, value]) => [`{{${field}}}`, value || "nothing: its paragraph is left out"]),
      data: { texts: names, fields: Object.fromEntries(fields) },
    };
  },
});

const show = defineCommand({
  noun: "texts",
  verb: "show",
  reads: true,
  summary: "A text as it is written, with its fields: what to begin from.",
  args: [{ name: "name", summary: "a text, as 'texts list' names them" }],
  options: {},
  examples: ["texts show terms"],
  async run(context, { args: { name = "" } }) {
    if (!isOwnTextName(name))
      throw new CommandRefused(`There is no text "${name}". There are: ${ownTextNames.join(", ")}.`);
    const ownText = findOwnText(context, name);
    if (ownText === undefined && !isTextName(name))
      throw new CommandRefused(
        `You have not written this mail anew. See: mail preview ${name.slice("mails/".length)} --words`,
      );
    const source = ownText ?? readStandardText(name as TextName);
    return { message: source.trimEnd(), data: { name, source, isOwn: ownText !== undefined } };
  },
});

/** The operator's commands for the shop's texts. */
const textCommands = [list, show];

const textRoutes: Route[] = [
  route(readShopText, contracts.readShopText, (context, { params }) =>
    isTextName(params.name)
      ? { success: true as const, ...findShopText(context, params.name) }
      : refuse("no_such_text"),
  ),
];

export const texts: Feature = { name: "texts", routes: textRoutes, commands: textCommands };
