import { listingPaths, matchPage } from "#contract/page-paths.ts";

/** The header's default menu (§2.2), with the exact texts of the specification. */
export const menuCategories = [
  { name: "Serveware", subcategories: ["Tray", "Platter", "Bowl"] },
  { name: "Kitchenware", subcategories: ["Chopping Board", "Tissue Holder"] },
  { name: "Tableware", subcategories: ["Fruit Bowl", "Cutlery Caddy", "Lazy Susan"] },
];

/** The default subcategories in the search drawer and in Shop by Category (§2.2, §2.4). */
export const searchList = [
  "Tray",
  "Platter",
  "Chopping Board",
  "Cheese Board",
  "Chip & Dip",
  "Bowl",
] as const;

export const searchMessages = { placeholder: "Search by Category...", nothing: "No results found" } as const;

/** Returns the subcategories whose names contain the text, ignoring case (§2.2). */
export const searchKinds = (kinds: readonly string[], text: string): readonly string[] =>
  kinds.filter((kind) => kind.toLowerCase().includes(text.trim().toLowerCase()));

/** Returns the plural of a subcategory within a sentence: `bowls`, `cutlery caddies`, `chip & dip sets`. */
export function formatPlural(subcategory: string): string {
  const kind = subcategory.toLowerCase();
  if (kind.includes("&")) return `${kind} sets`;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

/** The defaults of the six Hot Products tiles (§2.4). A tile without a product opens the list of its subcategory (D26). */
export const hotTiles = [
  { name: "Wooden Bowl", subcategory: "Bowl" },
  { name: "Tray", subcategory: "Tray" },
  { name: "Tissue Holder", subcategory: "Tissue Holder" },
  { name: "Chopping Board", subcategory: "Chopping Board" },
  { name: "Butcher Board", subcategory: "Chopping Board" },
  { name: "Serving Platter", subcategory: "Platter" },
] as const;

/** The subcategory of each listing route, if the query does not name one (§2.1, D29). */
const presets: Readonly<Record<string, string>> = {
  [listingPaths.servingTrays]: "Tray",
  [listingPaths.cuttingBoards]: "Chopping Board",
  [listingPaths.bowls]: "Bowl",
  [listingPaths.platters]: "Platter",
  [listingPaths.cheeseBoards]: "Cheese Board",
  [listingPaths.chipDipBowls]: "Chip & Dip",
};

/** The paths of the six category pages, each with its subcategory (§2.19, D29). */
export const categoryPages = Object.entries(presets).map(([path, subcategory]) => ({ path, subcategory }));

/** Returns the query's subcategory, or else that of the route (D29). Undefined if neither has a subcategory. */
export const findSubcategory = (path: string, value: string | undefined): string | undefined =>
  value?.trim() || presets[matchPage(path).route.path];
