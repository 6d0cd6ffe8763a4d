import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { isWellFormedText } from "#contract/text.ts";
import { type FileError, NOT_STORABLE } from "#platform/storage/owner-file.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { type TextName, textNames } from "../text.ts";
import { mailFields, type ReplaceableMail } from "../mail-fields.ts";
import { SHOP_FIELDS } from "./fields.ts";
import { listMailErrors } from "./mail-words.ts";
import { readMarkdown } from "./read-markdown.ts";

export type ReplacedTexts = Partial<Record<TextName | `mails/${ReplaceableMail}`, string>>;

export const isTextName = (name: string): name is TextName => (textNames as readonly string[]).includes(name);

export const ownTextNames = [
  ...textNames,
  ...(Object.keys(mailFields) as ReplaceableMail[]).map((kind) => `mails/${kind}` as const),
];

/** The current names of texts by their names in earlier versions, which owners' folders may still contain. */
const renamedTexts = new Map<string, keyof ReplacedTexts>([["mails/order-lapsed", "mails/order-expired"]]);

export const toCurrentName = (name: string): string => renamedTexts.get(name) ?? name;

export const isOwnTextName = (name: string): name is keyof ReplacedTexts =>
  (ownTextNames as readonly string[]).includes(name);

export function listOwnTextFaults(name: keyof ReplacedTexts, source: string): string[] {
  const tooMuch = describeTextFault(source);
  if (tooMuch) return [`The text ${tooMuch}`];
  const errors = isTextName(name)
    ? listTextErrors(name, source)
    : listWordErrors(name.replace("mails/", "") as ReplaceableMail, source);
  return [...errors].map(([place, message]) =>
    place === "" ? `The text ${message}` : `${place.replace("line", "Line")} ${message}`,
  );
}

export const readStandardText = (name: TextName): string =>
  readFileSync(resolveFromRoot("shop/texts/server/standard", `${name}.md`), "utf8");

const MAX_LENGTH = 50_000;

export async function readTextFiles(folder: string, errors: FileError[]): Promise<ReplacedTexts> {
  const texts = await readFolder(
    folder,
    { name: "texts", known: textNames, listErrors: listTextErrors },
    errors,
  );
  const kinds = Object.keys(mailFields) as ReplaceableMail[];
  const mails = await readFolder(folder, { name: "mails", known: kinds, listErrors: listWordErrors }, errors);
  return {
    ...texts,
    ...Object.fromEntries(Object.entries(mails).map(([kind, source]) => [`mails/${kind}`, source])),
  };
}

/** Phrases of the default texts that are only true of the sample products. A test checks that they occur. */
const sampleWords = {
  "refund-policy": "Grain and colour",
  terms: "solid wood",
  "our-story": "acacia, teak and mango wood",
  contact: "oil a board",
  faq: "solid wood",
  care: "Wood that is looked after",
  "mails/welcome": "acacia, teak and mango wood",
} as const satisfies Partial<Record<keyof ReplacedTexts, string>>;

/** Returns a warning for each text in `sampleWords` that the owner has not replaced. */
export const listSampleWords = (ownTexts: ReplacedTexts): FileError[] =>
  Object.entries(sampleWords)
    .filter(([name]) => !(name in ownTexts))
    .map(([name, sampleWords]) => ({
      file: `${name.includes("/") ? name : `texts/${name}`}.md`,
      where: "",
      field: "",
      message: `is missing, so the shop shows its standard text, "${sampleWords}".${isTextName(name) ? ` To write your own text, begin with the standard one: 'texts ${name}' shows it.` : ""}`,
    }));

type Errors = Generator<[where: string, message: string]>;

interface TextFolder<Name extends string> {
  name: string;
  known: readonly Name[];
  listErrors: (name: Name, source: string) => Errors;
}

async function readFolder<Name extends string>(
  folder: string,
  { name: subfolder, known, listErrors }: TextFolder<Name>,
  errors: FileError[],
): Promise<Partial<Record<Name, string>>> {
  const texts: Partial<Record<Name, string>> = {};
  const files = await readdir(path.join(folder, subfolder)).catch((): string[] => []);
  for (const file of files.filter((fileName) => !fileName.startsWith(".")).toSorted()) {
    const refuse = (place: string, message: string) =>
      errors.push({ file: `${subfolder}/${file}`, where: place, field: "", message });
    const presentName = file.endsWith(".md") ? toCurrentName(`${subfolder}/${file.slice(0, -3)}`) : null;
    const name = known.find((knownName) => presentName === `${subfolder}/${knownName}`);
    if (name === undefined) {
      refuse(
        "",
        `is not a text of the shop. The texts are: ${known.map((knownName) => `${knownName}.md`).join(", ")}.`,
      );
      continue;
    }
    if (file !== `${name}.md` && files.includes(`${name}.md`)) {
      refuse("", `is the earlier name of ${name}.md, which is there too. Delete one of the two files.`);
      continue;
    }
    const source = await readFile(path.join(folder, subfolder, file), "utf8");
    const tooMuch = describeTextFault(source);
    if (tooMuch) refuse("", tooMuch);
    else for (const [place, message] of listErrors(name, source)) refuse(place, message);
    texts[name] = source;
  }
  return texts;
}

function describeTextFault(source: string): string | null {
  if (source.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters.`;
  return isWellFormedText(source) ? null : NOT_STORABLE;
}

function* listWordErrors(kind: ReplaceableMail, source: string): Errors {
  for (const { line, message } of listMailErrors(kind, source)) yield [`line ${line}`, message];
}

function* listTextErrors(name: TextName, source: string): Errors {
  const { text, errors } = readMarkdown(source, SHOP_FIELDS);
  for (const { line, message } of errors) yield [`line ${line}`, message];
  const ids = text.sections.map(({ id }) => id);
  for (const id of neededSections[name] ?? [])
    if (!ids.includes(id)) yield ["", `has no section {#${id}}, which the page needs for its own parts.`];
}

/** The sections that a text must have, because its page adds content to them. */
const neededSections: Partial<Record<TextName, readonly string[]>> = { contact: ["reach-us", "write-to-us"] };
