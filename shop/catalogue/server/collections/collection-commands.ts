import { type Command, defineCommand, UsageError } from "#platform/operator/command.ts";
import { reorderCollections } from "./collections.ts";
import { changeCollections, formatCollections } from "./change-collections.ts";
import { requireCollection, parseCollectionName, toStorableText } from "./collection-names.ts";

const name = { name: "name", summary: "the collection, as in the menu" } as const;

const list = defineCommand({
  noun: "collections",
  verb: "list",
  summary: "The Collections menu in its order, and how many products each has.",
  args: [],
  options: {},
  examples: ["collections list"],
  run: (context) => formatCollections(context),
});

const add = defineCommand({
  noun: "collections",
  verb: "add",
  summary: "Add a collection at the end of the menu.",
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
  args: [name, { name: "new-name", summary: "what it is called from now on" }],
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
  args: [name, { name: "place", summary: "1 is the first" }],
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
  args: [name],
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
