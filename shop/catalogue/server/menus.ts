import type { Context } from "#platform/context.ts";
import {
  type CommandInput,
  requireConfirmation,
  toRevision,
  UsageError,
  refuseField,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { toTable } from "#platform/operator/result-table.ts";
import { menuList } from "../command-results.ts";
import { buildNavigation, standardNavigation } from "./build-navigation.ts";
import {
  changeContent,
  defineContentCommand,
  findPlace,
  moveEntry,
  parseEntry,
  readContent,
  toLines,
} from "./content/change-content.ts";
import { withPart } from "./content-changes.ts";
import { type MenuInFile, menusFile } from "./owner-folder/home-content-files.ts";
import { getKnownNames } from "./products/known-names.ts";
import { getSnapshot } from "./snapshot/snapshot.ts";

type Menus = NonNullable<MenuInFile["menu"]>;

/** Changes the menus (§2.2) and the product types of the search. By default, the shop makes both from its products. */
export const menusCommand = defineContentCommand({
  ...menuList,
  part: ({ menu }) => menu,
  summary: "Shows the menus at the top of the shop, or changes, adds, moves or removes one.",
  args: [
    {
      name: "place",
      summary: "the position of the menu; new adds another menu",
      kind: "position",
      or: ["new"],
      optional: true,
    },
  ],
  options: {
    name: { summary: "the name of the menu" },
    kinds: { summary: "the product types in the menu, in order", kind: "subcategory", many: true },
    to: { summary: "the new position; 1 is the first", kind: "position" },
    remove: { summary: "remove this menu; its products stay in the shop", flag: true },
    search: {
      summary: "the product types that the search offers, in order",
      kind: "subcategory",
      many: true,
    },
    automatic: {
      summary: "let the shop choose the menus and the product types of the search from its products",
      flag: true,
    },
  },
  examples: [
    'menus new --name "For children" --kinds Bowl',
    "menus --search Bowl Tray",
    "menus --automatic --yes",
  ],
  show: (context, { menu }) => formatMenus(context, menu),
  async change(context, input) {
    const { search, automatic, ...others } = input.options;
    if (search !== undefined || automatic) refuseOthers(input, automatic ? "automatic" : "search");
    if (automatic) {
      requireConfirmation(
        input,
        "Remove your own menus and your own product types below the search field, and let the shop choose both from its products?",
      );
      return changeMenu(context, ({ menu: _menu, search: _search, ...others }) => others);
    }
    if (search !== undefined) {
      const kinds = checkKinds(context, "search", search);
      return changeMenu(context, (menu) => ({ ...menu, search: kinds }));
    }
    const { place } = input.args;
    if (place === undefined) throw new UsageError('Enter the position of the menu, or "new" to add one.');
    if (others["remove"]) {
      refuseOthers(input, "remove", ["place"]);
      const menus = readMenus(context, (await readContent(context)).menu);
      const { name } = menus[findPlace(menus, place, "menu")] ?? {};
      requireConfirmation(input, `Remove the menu ${name}, but keep its products?`);
    }
    return changeMenu(context, (menu) => ({
      ...menu,
      menu: changeMenus(context, input, place, readMenus(context, menu)),
    }));
  },
});

const readMenus = (context: Context, own: MenuInFile | undefined): Menus =>
  own?.menu ?? (buildNavigation(getSnapshot(context).products.listUsedKinds()) ?? standardNavigation).menu;

function changeMenus(context: Context, input: CommandInput, place: string, menus: Menus): Menus {
  const { name, kinds, to, remove } = input.options;
  const changes = {
    ...(name !== undefined && { name: name.trim() }),
    ...(kinds !== undefined && { subcategories: checkKinds(context, "kinds", kinds) }),
  };
  if (place === "new") {
    if (!changes.subcategories?.length) throw refuseField("kinds", "Choose at least one product type.");
    return parseMenu([...menus, { name: "", subcategories: [], ...changes }], menus.length);
  }
  const at = findPlace(menus, place, "menu");
  if (remove) return menus.toSpliced(at, 1);
  if (to === undefined && Object.keys(changes).length === 0)
    throw new UsageError("Enter a new name, other product types or a new position for the menu.");
  const changed = menus.map((menu, index) => (index === at ? { ...menu, ...changes } : menu));
  const parsed = Object.keys(changes).length > 0 ? parseMenu(changed, at) : changed;
  return [...moveEntry(parsed, at, to, "menu")];
}

const parseMenu = (menus: Menus, at: number): Menus => [
  ...parseEntry(menusFile, menus, at, { name: "name", subcategories: "kinds" }),
];

/** Returns the subcategories in the shop's spelling, without duplicates. @throws UsageError */
function checkKinds(context: Context, option: string, text: string): string[] {
  const names = getKnownNames(context);
  const kinds = (toLines(text) ?? []).map((kind) => {
    const spelling = names.spelling("subcategory", kind);
    if (spelling !== undefined) return spelling;
    throw refuseField(
      option,
      `"${kind}" is not a product type of the shop. Choose from ${names.list("subcategory").join(", ")}.`,
    );
  });
  return [...new Set(kinds)];
}

const changeMenu = (context: Context, change: (menu: MenuInFile) => MenuInFile) =>
  changeContent(context, (content) => withPart(content, "menu", change(content.menu ?? {})));

function formatMenus(context: Context, own: MenuInFile | undefined) {
  const { search } = getSnapshot(context).homeContent.navigation ?? standardNavigation;
  const menus = readMenus(context, own).map(({ name, subcategories }, at) => ({
    place: at + 1,
    name,
    kinds: subcategories,
  }));
  const isAutomatic = !own?.menu && !own?.search;
  return {
    ...toTable(menus, ["place", "name", "kinds"], { name: "Menu", kinds: "Product types" }),
    message: `The search offers ${search.join(", ")}.${isAutomatic ? " The shop makes the menus from its products." : ""}`,
    data: { menus, search: [...search], isAutomatic, revision: toRevision(own) },
  };
}
