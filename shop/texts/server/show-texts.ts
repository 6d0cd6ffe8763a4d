import type { Context } from "#platform/context.ts";
import { CommandRefused, type CommandResult, toRevision } from "#platform/operator/command.ts";
import type { TextName } from "../text.ts";
import { findOwnText, getFieldValues } from "./shop-texts.ts";
import { isTextName, type ReplacedTexts, ownTextNames, readStandardText } from "./text-files.ts";
import type { ReturnedData } from "#contract/command-data.ts";
import type { textList, textSource } from "../command-results.ts";

export function listTexts(context: Context): CommandResult<ReturnedData<typeof textList>> {
  const names = ownTextNames.map((name) => {
    const text = findOwnText(context, name);
    return { name, isOwn: text !== undefined, revision: toRevision(text) };
  });
  const fields = Object.entries(getFieldValues(context));
  return {
    facts: Object.fromEntries(
      names
        .filter(({ name, isOwn }) => isOwn || isTextName(name))
        .map(({ name, isOwn }) => [
          `${isTextName(name) ? `texts/${name}` : name}.md`,
          isOwn ? "yours" : "standard",
        ]),
    ),
    columns: ["field", "stands for"],
    rows: fields.map(([field, value]) => [`{{${field}}}`, value || "empty, so its paragraph is left out"]),
    data: { texts: names, fields: Object.fromEntries(fields) },
  };
}

export function showText(
  context: Context,
  name: keyof ReplacedTexts,
): CommandResult<ReturnedData<typeof textSource>> {
  const ownText = findOwnText(context, name);
  if (ownText === undefined && !isTextName(name))
    throw new CommandRefused(
      "You have not written your own text for this mail. Preview the mail to see the standard text.",
    );
  const source = ownText ?? readStandardText(name as TextName);
  return {
    message: source.trimEnd(),
    data: { name, source, isOwn: ownText !== undefined, revision: toRevision(ownText) },
  };
}
