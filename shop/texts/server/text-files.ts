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
import { readMarkdown, type TextFault } from "./read-markdown.ts";

export type ReplacedTexts = Partial<Record<TextName | `mails/${ReplaceableMail}`, string>>;

export const isTextName = (name: string): name is TextName => (textNames as readonly string[]).includes(name);

export const ownTextNames = [
  ...textNames,
  ...(Object.keys(mailFields) as ReplaceableMail[]).map((kind) => `mails/${kind}` as const),
];

export const isOwnTextName = (name: string): name is keyof ReplacedTexts =>
  (ownTextNames as readonly string[]).includes(name);

export const toTextFile = (name: keyof ReplacedTexts): string =>
  isTextName(name) ? `texts/${name}.md` : `${name}.md`;

export const listOwnTextFaults = (name: keyof ReplacedTexts, source: string): string[] =>
  listFaults(name, source).map(({ line, message }) =>
    line === undefined ? `The text ${message}` : `Line ${line}, “${quoteLine(source, line)}”, ${message}`,
  );

/** Returns the beginning of a line, because the desk shows no line numbers. */
function quoteLine(source: string, line: number): string {
  const words = source.split("\n")[line - 1]?.trim() ?? "";
  return words.length > MAX_QUOTED ? `${words.slice(0, MAX_QUOTED).trimEnd()}…` : words;
}

const MAX_QUOTED = 40;

export const readStandardText = (name: TextName): string =>
  readFileSync(resolveFromRoot("shop/texts/server/standard", `${name}.md`), "utf8");

const MAX_LENGTH = 50_000;

export async function readTextFiles(folder: string, errors: FileError[]): Promise<ReplacedTexts> {
  const texts: ReplacedTexts = {};
  for (const subfolder of ["texts", "mails"]) {
    const possibleNames = ownTextNames.filter((name) => path.dirname(toTextFile(name)) === subfolder);
    const files = await readdir(path.join(folder, subfolder)).catch((): string[] => []);
    for (const fileName of files.filter((each) => !each.startsWith(".")).toSorted()) {
      const file = `${subfolder}/${fileName}`;
      const refuse = ({ line, message }: TextFault) =>
        errors.push({ file, where: line === undefined ? "" : `line ${line}`, field: "", message });
      const name = possibleNames.find((each) => toTextFile(each) === file);
      if (name === undefined) {
        const names = possibleNames.map((each) => path.basename(toTextFile(each)));
        refuse({ message: `is not a text of the shop. The texts are: ${names.join(", ")}.` });
      } else {
        const source = await readFile(path.join(folder, file), "utf8");
        for (const fault of listFaults(name, source)) refuse(fault);
        texts[name] = source;
      }
    }
  }
  return texts;
}

/** Phrases of the default texts that are only true of the sample products. The texts must contain them. */
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
  (Object.keys(sampleWords) as (keyof typeof sampleWords)[])
    .filter((name) => !(name in ownTexts))
    .map((name) => ({
      file: toTextFile(name),
      where: "",
      field: "",
      message: `is missing, so the shop shows its standard text, "${sampleWords[name]}". Write your own text.`,
    }));

function listFaults(name: keyof ReplacedTexts, source: string): TextFault[] {
  if (source.length > MAX_LENGTH) return [{ message: `has more than ${MAX_LENGTH} characters.` }];
  if (!isWellFormedText(source)) return [{ message: NOT_STORABLE }];
  if (!isTextName(name)) return listMailErrors(name.slice("mails/".length) as ReplaceableMail, source);
  const { text, errors } = readMarkdown(source, SHOP_FIELDS);
  const missing = (neededSections[name] ?? []).filter((id) =>
    text.sections.every((section) => section.id !== id),
  );
  return [
    ...errors,
    ...missing.map((id) => ({
      message: `has no section {#${id}}. Add it, because the page shows other content in this section.`,
    })),
  ];
}

/** The sections that a text must have, because its page adds content to them. */
const neededSections: Partial<Record<TextName, readonly string[]>> = { contact: ["reach-us", "write-to-us"] };
