import { count, eq } from "drizzle-orm";
import { formatCount, isSameText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import {
  requireConfirmation,
  type CommandInput,
  UsageError,
  CommandRefused,
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
  // Names and positions depend on each other, so a change of any collection makes open forms outdated.
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
    "collections",
    'collections "Monsoon Table" --add --description "Bowls and boards for long evenings."',
    'collections "Evening Chai" --new-name "Chai Time"',
    'collections "Diwali Gifting" --place 1',
    'collections "Evening Chai" --remove --yes',
  ],
  show: (context, { collections }) => formatCollections(context, collections),
  async change(context, input) {
    const { args, options } = input;
    if (args["name"] === undefined)
      throw new UsageError("Enter the name of the collection.", {
        name: "Enter the name of the collection.",
      });
    if (options["add"]) {
      refuseOthers(input, "add", ["name", "description"]);
      return addCollection(context, args["name"], options);
    }
    if (!options["remove"]) return setCollection(context, args["name"], options);
    refuseOthers(input, "remove", ["name"]);
    requireConfirmation(
      input,
      `Remove the collection "${args["name"]}" from the menu and from its products?`,
    );
    return removeCollection(context, args["name"]);
  },
});

const addCollection = (context: Context, name: string, { description }: CommandInput["options"]) =>
  changeCollections(context, (collections) =>
    parseCollection(
      [...collections, { name, ...(description?.trim() && { description }) }],
      collections.length,
      "name",
    ),
  );

function setCollection(
  context: Context,
  currentName: string,
  { "new-name": name, description, place }: CommandInput["options"],
) {
  if (name === undefined && description === undefined && place === undefined)
    throw new UsageError("Enter a new name, a description or a position for the collection.");
  return changeCollections(context, (collections) => {
    const at = requireCollection(currentName, collections);
    const changed = {
      ...(collections[at] as Collection),
      ...(name !== undefined && { name }),
      ...(description && { description }),
    };
    return moveEntry(parseCollection(collections.with(at, changed), at, "new-name"), at, place, "position");
  });
}

const parseCollection = (collections: readonly Collection[], at: number, nameOption: string) =>
  parseEntry(collectionsFile, collections, at, { name: nameOption, description: "description" });

const removeCollection = (context: Context, name: string) =>
  changeCollections(context, (collections) => collections.toSpliced(requireCollection(name, collections), 1));

async function changeCollections(
  context: Context,
  change: (collections: readonly Collection[]) => readonly Collection[],
) {
  return formatCollections(context, await changeList(context, "collections", change));
}

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

/** Returns the index of a collection. @throws CommandRefused */
function requireCollection(name: string, collections: readonly Collection[]): number {
  const at = collections.findIndex((collection) => isSameText(collection.name, name));
  if (at === -1)
    throw new CommandRefused(`There is no collection "${name}". Choose one from the Collections menu.`);
  return at;
}

type Collection = HomeContentFiles["collections"][number];
