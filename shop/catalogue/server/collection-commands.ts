import { and, count, eq, isNotNull } from "drizzle-orm";
import { counted, isWellFormedText, sameText } from "#contract/text.ts";
import { type Command, command, CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { type Collection, orderedCollections } from "./collections.ts";
import { changeByHand } from "./catalogue-version.ts";
import { refreshSnapshot, snapshotOf } from "./snapshot.ts";
import { product } from "./tables.ts";

const name = { name: "name", summary: "the collection, as in the menu" } as const;
const LONGEST = 100;

const list = command({
  noun: "collections",
  verb: "list",
  summary: "The Collections menu in its order, and how many products each has.",
  args: [],
  options: {},
  examples: ["collections list"],
  run: (context) => asTable(context),
});

const add = command({
  noun: "collections",
  verb: "add",
  summary: "Add a collection at the end of the menu.",
  args: [name],
  options: { description: { summary: "one sentence about it" } },
  examples: ['collections add "Monsoon Table" --description "Bowls and boards for long evenings."'],
  run: (context, { args, options }) =>
    change(context, (collections) => {
      const given = newName(args["name"], collections);
      const description = (options["description"] ?? "").trim();
      return [...collections, { name: given, ...(description && { description: wellFormed(description) }) }];
    }),
});

const rename = command({
  noun: "collections",
  verb: "rename",
  summary: "Give a collection another name; its products come along.",
  args: [name, { name: "new-name", summary: "what it is called from now on" }],
  options: { description: { summary: "a new sentence about it" } },
  examples: ['collections rename "Evening Chai" "Chai Time"'],
  run: (context, { args, options }) =>
    change(
      context,
      (collections) => {
        const old = known(args["name"], collections);
        const others = collections.filter((one) => one !== old);
        const given = newName(args["new-name"], others);
        const description = options["description"];
        const renamed = { ...old, name: given, ...(description && { description: wellFormed(description) }) };
        return collections.map((one) => (one === old ? renamed : one));
      },
      ({ before, after }) => {
        const at = before.findIndex((one, place) => one.name !== after[place]?.name);
        const [from, to] = [before[at]?.name, after[at]?.name];
        return from !== undefined && to !== undefined ? { from, to } : null;
      },
    ),
});

const move = command({
  noun: "collections",
  verb: "move",
  summary: "Put a collection at another place of the menu.",
  args: [name, { name: "place", summary: "1 is the first" }],
  options: {},
  examples: ['collections move "Diwali Gifting" 1'],
  run: (context, { args }) =>
    change(context, (collections) => {
      const place = args["place"] ?? "";
      if (!/^[1-9]\d{0,2}$/.test(place) || Number(place) > collections.length)
        throw new CommandRefused(`"${place}" is no place. Write a number from 1 to ${collections.length}.`);
      return orderedCollections(collections, known(args["name"], collections), Number(place));
    }),
});

const remove = command({
  noun: "collections",
  verb: "remove",
  summary: "Take a collection out of the menu; its products stay in the shop.",
  args: [name],
  options: {},
  confirm: ({ args }) =>
    `Take the collection "${args["name"] ?? ""}" out of the menu and out of its products?`,
  examples: ['collections remove "Evening Chai" --yes'],
  run: (context, { args }) =>
    change(
      context,
      (collections) => collections.filter((one) => one !== known(args["name"], collections)),
      ({ before, after }) => {
        const gone = before.find((one) => !after.includes(one));
        return gone ? { from: gone.name, to: null } : null;
      },
    ),
});

/** The operator's hands on the Collections menu. */
export const collectionCommands: Command[] = [list, add, rename, move, remove];

interface BothMenus {
  before: readonly Collection[];
  after: readonly Collection[];
}

/** Changes the menu, and with it the products of a collection that has another name now, or none. */
async function change(
  context: Context,
  of: (collections: readonly Collection[]) => Collection[],
  movedIn: (menus: BothMenus) => { from: string; to: string | null } | null = () => null,
) {
  await changeByHand(context, async (tx, homeContent) => {
    const collections = of(homeContent.collections);
    const moved = movedIn({ before: homeContent.collections, after: collections });
    if (moved)
      await tx.update(product).set({ collection: moved.to }).where(eq(product.collection, moved.from));
    return { answer: null, homeContent: { ...homeContent, collections } };
  });
  await refreshSnapshot(context);
  return asTable(context);
}

async function asTable(context: Context) {
  const { collections } = snapshotOf(context).homeContent;
  const counts = await context.db
    .select({ name: product.collection, products: count() })
    .from(product)
    .where(and(eq(product.hidden, false), isNotNull(product.collection)))
    .groupBy(product.collection);
  const productsOf = ({ name }: Collection): number =>
    counts.filter((one) => sameText(one.name ?? "", name)).reduce((sum, { products }) => sum + products, 0);
  const rows = collections.map((one, place) => ({ place: place + 1, ...one, products: productsOf(one) }));
  return {
    columns: ["place", "name", "products", "description"],
    rows: rows.map(({ place, name, products, description }) => [place, name, products, description ?? ""]),
    message: `${counted(rows.length, "collection")} in the menu.`,
    data: rows,
  };
}

function known(given = "", collections: readonly Collection[]): Collection {
  const found = collections.find((one) => sameText(one.name, given));
  if (!found) throw new CommandRefused(`There is no collection "${given}". See: collections list`);
  return found;
}

function newName(given = "", others: readonly Collection[]): string {
  const name = wellFormed(given.trim());
  if (name === "") throw new CommandRefused("A collection needs a name.");
  if (others.some((one) => sameText(one.name, name)))
    throw new CommandRefused(`There is a collection "${name}" already.`);
  return name;
}

function wellFormed(text: string): string {
  if (!isWellFormedText(text) || text.length > LONGEST * 3)
    throw new CommandRefused("This text cannot be stored, or is too long for the menu.");
  return text;
}
