import { count, eq } from "drizzle-orm";
import { formatCount, isSameText, isWellFormedText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import {
  type Command,
  defineCommand,
  UsageError,
  CommandRefused,
  toRevision,
} from "#platform/operator/command.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
import { changeByHand } from "./catalogue-changes.ts";
import { refreshSnapshot, getSnapshot } from "./snapshot/snapshot.ts";
import { product } from "./tables.ts";

const name = { name: "name", summary: "the collection, as in the menu" } as const;
const known = { ...name, kind: "collection" } as const;

const list = defineCommand({
  noun: "collections",
  verb: "list",
  reads: true,
  summary: "The Collections menu in its order, and how many products each has.",
  args: [],
  options: {},
  examples: ["collections list"],
  async run(context) {
    await refreshSnapshot(context);
    return formatCollections(context, getSnapshot(context).homeContent.collections);
  },
});

const add = defineCommand({
  noun: "collections",
  verb: "add",
  summary: "Add a collection at the end of the menu.",
  preview: "rehearse",
  args: [name],
  options: { description: { summary: "one sentence about it" } },
  examples: ['collections add "Monsoon Table" --description "Bowls and boards for long evenings."'],
  run: (context, { args, options }) =>
    changeCollections(context, (collections) => {
      const given = parseCollectionName(args["name"], collections);
      const description = (options["description"] ?? "").trim();
      return [
        ...collections,
        { name: given, ...(description && { description: toStorableText(description) }) },
      ];
    }),
});

const set = defineCommand({
  noun: "collections",
  verb: "set",
  summary: "Give a collection another name, sentence or place in the menu; its products come along.",
  revision: findRevision,
  preview: "rehearse",
  args: [known],
  options: {
    "new-name": { summary: "what it is called from now on" },
    description: { summary: "a new sentence about it" },
    place: { summary: "its place in the menu; 1 is the first", kind: "number" },
  },
  examples: [
    'collections set "Evening Chai" --new-name "Chai Time"',
    'collections set "Diwali Gifting" --place 1',
  ],
  run: (context, { args, options: { "new-name": name, description, place } }) => {
    if (name === undefined && description === undefined && place === undefined)
      throw new UsageError("Say what is to be changed: --new-name, --description or --place.");
    let renamed: { from: string; to: string } | null = null;
    return changeCollections(
      context,
      (collections) => {
        const old = requireCollection(args["name"], collections);
        const others = collections.filter((one) => one !== old);
        const changed = {
          ...old,
          ...(name !== undefined && { name: parseCollectionName(name, others) }),
          ...(description && { description: toStorableText(description) }),
        };
        renamed = changed.name === old.name ? null : { from: old.name, to: changed.name };
        const at = place === undefined ? collections.indexOf(old) : toPlace(place, collections.length) - 1;
        return others.toSpliced(at, 0, changed);
      },
      () => renamed,
    );
  },
});

/** Returns a position in the menu, counted from 1. @throws UsageError */
function toPlace(typed: string, last: number): number {
  if (!/^[1-9]\d{0,2}$/.test(typed) || Number(typed) > last)
    throw new UsageError(`"${typed}" is not a place. Write a number from 1 to ${last}.`);
  return Number(typed);
}

const remove = defineCommand({
  noun: "collections",
  verb: "remove",
  summary: "Take a collection out of the menu; its products stay in the shop.",
  revision: findRevision,
  preview: "rehearse",
  args: [known],
  options: {},
  confirm: ({ args }) =>
    `Take the collection "${args["name"] ?? ""}" out of the menu and out of its products?`,
  examples: ['collections remove "Evening Chai" --yes'],
  run: (context, { args }) =>
    changeCollections(
      context,
      (collections) => collections.filter((one) => one !== requireCollection(args["name"], collections)),
      ({ before, after }) => {
        const gone = before.find((one) => !after.includes(one));
        return gone ? { from: gone.name, to: null } : null;
      },
    ),
});

/** The operator's commands for the Collections menu. */
export const collectionCommands: Command[] = [list, add, set, remove];

/** The revision of the full menu, because names and positions depend on each other. */
async function findRevision(context: Context): Promise<string> {
  await refreshSnapshot(context);
  return toRevision(getSnapshot(context).files.collections);
}

interface BothMenus {
  before: readonly Collection[];
  after: readonly Collection[];
}

/** Changes the menu, and updates the products of renamed or removed collections. */
async function changeCollections(
  context: Context,
  of: (collections: readonly Collection[]) => Collection[],
  movedIn: (menus: BothMenus) => { from: string; to: string | null } | null = () => null,
) {
  const collections = await changeByHand(
    context,
    async (tx, { homeContent, nextRevision: revision }) => {
      const collections = of(homeContent.collections);
      const moved = movedIn({ before: homeContent.collections, after: collections });
      if (moved)
        await tx
          .update(product)
          .set({ collection: moved.to, revision })
          .where(eq(product.collection, moved.from));
      return { answer: collections, homeContent: { ...homeContent, collections } };
    },
    async (tx, { collections }) => {
      const moved = movedIn({ before: collections, after: of(collections) });
      if (!moved) return [];
      const rows = await tx
        .select({ id: product.id })
        .from(product)
        .where(eq(product.collection, moved.from));
      return rows.map(({ id }) => id);
    },
  );
  await refreshSnapshot(context);
  return formatCollections(context, collections);
}

async function formatCollections(
  context: Context,
  collections: readonly (Omit<Collection, "picture"> & { picture?: unknown })[],
) {
  const counts = await context.db
    .select({ name: product.collection, products: count() })
    .from(product)
    .where(eq(product.hidden, false))
    .groupBy(product.collection);
  const revision = toRevision(getSnapshot(context).files.collections);
  const productsOf = ({ name }: Pick<Collection, "name">): number =>
    counts
      .filter((one) => one.name !== null && isSameText(one.name, name))
      .reduce((sum, { products }) => sum + products, 0);
  const rows = collections.map(({ picture: _picture, ...one }, index) => ({
    place: index + 1,
    ...one,
    products: productsOf(one),
    revision,
  }));
  return {
    columns: ["place", "name", "products", "description"],
    rows: rows.map(({ place, name, products, description }) => [place, name, products, description ?? ""]),
    message: `${formatCount(rows.length, "collection")} in the menu.`,
    data: rows,
  };
}

const LONGEST = 100;

function requireCollection(given = "", collections: readonly Collection[]): Collection {
  const found = collections.find((one) => isSameText(one.name, given));
  if (!found) throw new CommandRefused(`There is no collection "${given}". See: collections list`);
  return found;
}

function parseCollectionName(given = "", others: readonly Collection[]): string {
  const name = toStorableText(given.trim());
  if (name === "") throw new UsageError("A collection needs a name.");
  if (others.some((one) => isSameText(one.name, name)))
    throw new CommandRefused(`There is a collection "${name}" already.`);
  return name;
}

function toStorableText(text: string): string {
  if (!isWellFormedText(text) || text.length > LONGEST * 3)
    throw new UsageError("This text cannot be stored, or is too long for the menu.");
  return text;
}

type Collection = HomeContentFiles["collections"][number];
