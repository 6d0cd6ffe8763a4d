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

const rename = defineCommand({
  noun: "collections",
  verb: "rename",
  summary: "Give a collection another name; its products come along.",
  revision: findRevision,
  preview: "rehearse",
  args: [known, { name: "new-name", summary: "what it is called from now on" }],
  options: { description: { summary: "a new sentence about it" } },
  examples: ['collections rename "Evening Chai" "Chai Time"'],
  run: (context, { args, options }) =>
    changeCollections(
      context,
      (collections) => {
        const old = requireCollection(args["name"], collections);
        const others = collections.filter((one) => one !== old);
        const given = parseCollectionName(args["new-name"], others);
        const description = options["description"];
        const renamed = {
          ...old,
          name: given,
          ...(description && { description: toStorableText(description) }),
        };
        return collections.map((one) => (one === old ? renamed : one));
      },
      ({ before, after }) => {
        const at = before.findIndex((one, index) => one.name !== after[index]?.name);
        const [from, to] = [before[at]?.name, after[at]?.name];
        return from !== undefined && to !== undefined ? { from, to } : null;
      },
    ),
});

const move = defineCommand({
  noun: "collections",
  verb: "move",
  summary: "Put a collection at another place of the menu.",
  revision: findRevision,
  preview: "rehearse",
  args: [known, { name: "place", summary: "1 is the first", kind: "number" }],
  options: {},
  examples: ['collections move "Diwali Gifting" 1'],
  run: (context, { args }) =>
    changeCollections(context, (collections) => {
      const place = args["place"] ?? "";
      if (!/^[1-9]\d{0,2}$/.test(place) || Number(place) > collections.length)
        throw new UsageError(`"${place}" is no place. Write a number from 1 to ${collections.length}.`);
      return reorderCollections(collections, requireCollection(args["name"], collections), Number(place));
    }),
});

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
export const collectionCommands: Command[] = [list, add, rename, move, remove];

/** The revision of the full menu, because names and positions depend on each other. */
async function findRevision(context: Context): Promise<string> {
  await refreshSnapshot(context);
  return toRevision(getSnapshot(context).files.collections);
}

interface BothMenus {
  before: readonly Collection[];
  after: readonly Collection[];
}

/** Changes the menu, and with it the products of a collection that has another name now, or none. */
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

/** The menu with one of its entries at another place, counted from 1. */
function reorderCollections(
  collections: readonly Collection[],
  moved: Collection,
  place: number,
): Collection[] {
  const others = collections.filter((one) => one !== moved);
  return others.toSpliced(place - 1, 0, moved);
}
