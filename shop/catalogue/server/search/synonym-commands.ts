import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { inArray } from "drizzle-orm";
import * as v from "valibot";
import { formatCount, isWellFormedText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import {
  requireConfirmation,
  type Command,
  type CommandInput,
  CommandRefused,
  defineCommand,
  refuseField,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { chooseFile } from "#platform/operator/export-csv.ts";
import { writeOrRefuse } from "#platform/operator/written-files.ts";
import { type FileError, formatFileError, readOwnerFile } from "#platform/storage/owner-file.ts";
import { isSearch, searchText } from "../../search.ts";
import { changeShownContent } from "../snapshot/snapshot.ts";
import { searchSynonym } from "../tables.ts";
import { joinSynonyms, readOwnSynonyms, type Synonyms, standardSynonyms, toSynonymKey } from "./synonyms.ts";
import { synonymList } from "../../command-results.ts";

const MAX_ENTRIES = 2_000;

const MAX_MEANINGS = 20;

const MAX_LENGTH = 60;

export const synonymsCommand: Command = defineCommand({
  ...synonymList,
  reads: { unless: ["words", "means", "remove", "import"] },
  summary: "Shows or changes the synonyms of the search: your own, and the built-in ones.",
  preview: "rehearse",
  args: [
    { name: "words", summary: "the words that shoppers type", optional: true },
    { name: "means", summary: "the words that the search also finds, separated by commas", optional: true },
  ],
  options: {
    remove: { summary: "remove the synonym for these words, your own or a built-in one", flag: true },
    export: { summary: "export your own synonyms to a new file, synonyms.json", kind: "new-file" },
    import: { summary: "replace your own synonyms with those of a file", kind: "file" },
  },
  examples: [
    'synonyms "bread box" "lazy susan, cutlery caddy"',
    "synonyms dosa --remove --yes",
    "synonyms --export synonyms.json",
    "synonyms --import ./catalogue/synonyms.json --yes",
  ],
  async run(context, input) {
    const { args, options, folder } = input;
    const { words, means } = args;
    const alone = ["import", "export"].find((name) => options[name] !== undefined);
    if (alone !== undefined) refuseOthers(input, alone);
    if (options["import"] !== undefined) {
      requireConfirmation(input, `Replace all your own synonyms with those of ${options["import"]}?`);
      return importOver(context, path.resolve(folder, options["import"]));
    }
    if (options["export"] !== undefined) return exportOwn(context, input, options["export"]);
    if (words === undefined && options["remove"] === undefined) return listSynonyms(context);
    const entry = parseWords(words);
    if (options["remove"]) {
      refuseOthers(input, "remove", ["words"]);
      requireConfirmation(input, `Remove the synonym "${entry}"?`);
      return removeSynonym(context, entry);
    }
    const meanings = parseMeanings((means ?? "").split(","));
    await changeSynonyms(context, async (tx) => {
      await removeSameEntry(tx, entry);
      await tx.insert(searchSynonym).values({ words: entry, means: meanings });
    });
    return { facts: { words: entry, finds: meanings.join(", ") } };
  },
});

async function listSynonyms(context: Context) {
  const ownSynonyms = await readOwnSynonyms(context.db);
  const synonyms = { ...joinSynonyms(ownSynonyms), ...ownSynonyms };
  const isOwn = (entry: string): boolean => Object.hasOwn(ownSynonyms, entry);
  const entries = Object.entries(synonyms).toSorted(
    ([first], [other]) => Number(isOwn(other)) - Number(isOwn(first)) || first.localeCompare(other, "en"),
  );
  return {
    columns: ["Words", "Finds", "Yours"],
    rows: entries.map(([entry, meanings]) => [
      entry,
      meanings.join(", ") || "(removed)",
      isOwn(entry) ? "yes" : "",
    ]),
    data: entries.map(([entry, meanings]) => ({ words: entry, means: [...meanings], isOwn: isOwn(entry) })),
  };
}

async function removeSynonym(context: Context, entry: string) {
  await changeSynonyms(context, async (tx) => {
    const removed = await removeSameEntry(tx, entry);
    const isStandard = Object.keys(standardSynonyms).some(
      (each) => toSynonymKey(each) === toSynonymKey(entry),
    );
    if (!removed && !isStandard)
      throw new CommandRefused(`There is no synonym "${entry}". Check the words in the list of synonyms.`);
    if (isStandard) await tx.insert(searchSynonym).values({ words: entry, means: [] });
  });
  return { facts: { words: entry, finds: "only its own words" } };
}

async function exportOwn(context: Context, { folder, confirmed }: CommandInput, fileName: string) {
  const file = chooseFile(folder, fileName, confirmed, ".json");
  const ownSynonyms = await readOwnSynonyms(context.db);
  await writeOrRefuse(file, () => writeFile(file, `${JSON.stringify(ownSynonyms, null, 2)}\n`));
  const count = Object.keys(ownSynonyms).length;
  return { facts: { file, synonyms: count } };
}

async function importOver(context: Context, file: string) {
  const { dir, base } = path.parse(file);
  const imported = await readSynonymsFile(dir, base);
  await changeSynonyms(context, (tx) => importSynonyms(tx, imported));
  return { message: `Imported ${formatCount(Object.keys(imported).length, "synonym")} as your own.` };
}

const FILE = "synonyms.json";

export async function importFirstSynonyms(context: Context): Promise<void> {
  if (!existsSync(path.join(context.config.catalogueDir, FILE))) return;
  const synonyms = await readSynonymsFile(context.config.catalogueDir, FILE);
  await context.transact((tx) => importSynonyms(tx, synonyms));
}

async function readSynonymsFile(folder: string, file: string): Promise<Synonyms> {
  const errors: FileError[] = [];
  const { content } = await readOwnerFile(folder, file, synonymsFile, errors);
  if (!content) throw new CommandRefused(errors.map(formatFileError).join("\n"));
  return content;
}

const synonymsFile = v.pipe(
  v.record(
    v.string(),
    v.array(
      v.string("must be a word in quotation marks."),
      'must be a list of words, like ["platter", "fruit bowl"].',
    ),
    'must be a list of synonyms between { and }, like { "bread box": ["lazy susan"] }.',
  ),
  v.check(
    (file) => Object.keys(file).length <= MAX_ENTRIES,
    `has more than ${MAX_ENTRIES} entries. Remove some of them.`,
  ),
  v.check(
    (file) =>
      Object.entries(file).every(
        ([entry, meanings]) =>
          isWords(entry) && meanings.length <= MAX_MEANINGS && meanings.every((meaning) => isWords(meaning)),
      ),
    `has an entry that is too short or too long. Each word needs 2 to ${MAX_LENGTH} letters, and each entry can have up to ${MAX_MEANINGS} meanings.`,
  ),
);

async function importSynonyms(tx: Tx, file: Synonyms): Promise<void> {
  const entries = new Map(
    Object.entries(file).map(([entry, meanings]) => [searchText(entry), [...meanings]]),
  );
  await tx.delete(searchSynonym);
  if (entries.size > 0)
    await tx
      .insert(searchSynonym)
      .values([...entries].map(([entry, meanings]) => ({ words: entry, means: meanings })));
}

async function changeSynonyms(context: Context, change: (tx: Tx) => Promise<void>): Promise<void> {
  await changeShownContent(context, async (tx) => {
    await change(tx);
    if ((await tx.$count(searchSynonym)) > MAX_ENTRIES)
      throw new CommandRefused(`You can add up to ${MAX_ENTRIES} synonyms. Remove some first.`);
  });
}

async function removeSameEntry(tx: Tx, entry: string): Promise<boolean> {
  const sameEntries = Object.keys(await readOwnSynonyms(tx)).filter(
    (each) => toSynonymKey(each) === toSynonymKey(entry),
  );
  if (sameEntries.length > 0) await tx.delete(searchSynonym).where(inArray(searchSynonym.words, sameEntries));
  return sameEntries.length > 0;
}

const isWords = (text: string): boolean =>
  isWellFormedText(text) && text.trim().length <= MAX_LENGTH && isSearch(text);

function parseWords(value = ""): string {
  if (!isWords(value))
    throw refuseField("words", `Enter words of 2 to ${MAX_LENGTH} letters, as shoppers type them.`);
  return searchText(value);
}

function parseMeanings(value: readonly string[]): string[] {
  const meanings = value.map((meaning) => meaning.trim()).filter(Boolean);
  if (meanings.length === 0 || meanings.length > MAX_MEANINGS || !meanings.every(isWords))
    throw refuseField(
      "means",
      `Enter 1 to ${MAX_MEANINGS} words of 2 to ${MAX_LENGTH} letters that the shop uses, for example "platter, fruit bowl".`,
    );
  return meanings;
}
