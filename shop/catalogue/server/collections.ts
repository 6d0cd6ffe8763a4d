import { count, eq } from "drizzle-orm";
import { formatCount, isSameText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import {
  requireConfirmation,
  type CommandInput,
  UsageError,
  CommandRefused,
  refuseField,
  toRevision,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { collectionsFile, type HomeContentFiles } from "./owner-folder/home-content-files.ts";
import { changeList } from "./catalogue-changes.ts";
import { defineContentCommand, moveEntry, parseEntry } from "./content/change-content.ts";
import { getSnapshot } from "./snapshot/snapshot.ts";
import { product } from "./tables.ts";
import { collectionList } from "../command-results.ts";

export const collectionsCommand = defineContentCommand({
  ...collectionList,
  summary: "Shows the Collections menu, or adds, renames, describes, moves or removes a collection.",
  // A change of any collection makes open forms outdated: names must be unique, and positions shift.
  part: ({ collections }) => collections,
  args: [{ name: "name", summary: "the collection, as in the menu", kind: "collection", optional: true }],
  options: {
    add: { summary: "add a collection with this name at the end of the menu", flag: true },
    remove: { summary: "remove the collection from the menu; its products stay in the shop", flag: true },
    "new-name": { summary: "the new name of the collection; its products stay in the collection" },
    description: { summary: "one sentence about the collection" },
    place: { summary: "the position of the collection in the menu; 1 is the first", kind: "position" },
  },
  examples: [
    'collections "Monsoon Table" --add --description "Bowls and boards for long evenings."',
    'collections "Evening Chai" --new-name "Chai Time"',
    'collections "Evening Chai" --remove --yes',
  ],
  show: (context, { collections }) => formatCollections(context, collections),
  async change(context, input) {
    const { args, options } = input;
    const { name } = args;
    if (name === undefined) throw refuseField("name", "Enter the name of the collection.");
    if (options["add"]) refuseOthers(input, "add", ["name", "description"]);
    if (options["remove"]) {
      refuseOthers(input, "remove", ["name"]);
      requireConfirmation(input, `Remove the collection "${name}" from the menu and from its products?`);
    }
    const collections = await changeList<Collection>(context, "collections", (before) =>
      changeCollection(before, name, options),
    );
    return formatCollections(context, collections);
  },
});

function changeCollection(
  before: readonly Collection[],
  name: string,
  { add, remove, "new-name": newName, description, place }: CommandInput["options"],
): readonly Collection[] {
  if (add) {
    const added = { name, ...(description?.trim() && { description }) };
    return parseCollection([...before, added], before.length, "name");
  }
  const at = before.findIndex((collection) => isSameText(collection.name, name));
  if (at === -1)
    throw new CommandRefused(`There is no collection "${name}". Choose one from the Collections menu.`);
  if (remove) return before.toSpliced(at, 1);
  if (newName === undefined && description === undefined && place === undefined)
    throw new UsageError("Enter a new name, a description or a position for the collection.");
  const changed = {
    ...(before[at] as Collection),
    ...(newName !== undefined && { name: newName }),
    ...(description && { description }),
  };
  return moveEntry(parseCollection(before.with(at, changed), at, "new-name"), at, place, "position");
}

const parseCollection = (collections: readonly Collection[], at: number, nameOption: string) =>
  parseEntry(collectionsFile, collections, at, { name: nameOption, description: "description" });

async function formatCollections(context: Context, collections: readonly Collection[]) {
  const counts = await context.db
    .select({ name: product.collection, products: count() })
    .from(product)
    .where(eq(product.hidden, false))
    .groupBy(product.collection);
  const revision = toRevision(getSnapshot(context).files.collections);
  const productsOf = ({ name }: Pick<Collection, "name">): number =>
    counts
      .filter((collection) => collection.name !== null && isSameText(collection.name, name))
      .reduce((sum, { products }) => sum + products, 0);
  const rows = collections.map(({ picture: _picture, ...collection }, index) => ({
    place: index + 1,
    ...collection,
    products: productsOf(collection),
    revision,
  }));
  return {
    columns: ["place", "name", "products", "description"],
    rows: rows.map(({ place, name, products, description }) => [place, name, products, description ?? ""]),
    message: `${formatCount(rows.length, "collection")} in the menu.`,
    data: rows,
  };
}

type Collection = HomeContentFiles["collections"][number];
