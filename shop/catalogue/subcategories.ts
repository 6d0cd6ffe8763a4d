import { listingPaths, matchPage } from "#contract/page-paths.ts";

/** The menu of the header (§2.2), exactly as written. */
export const menuCategories = [
  { name: "Serveware", subcategories: ["Tray", "Platter", "Bowl"] },
  { name: "Kitchenware", subcategories: ["Chopping Board", "Tissue Holder"] },
  { name: "Tableware", subcategories: ["Fruit Bowl", "Cutlery Caddy", "Lazy Susan"] },
];

/** Subcategories of the search drawer, and of the six tiles of Shop by Category (§2.2, §2.4). */
export const searchList = [
  "Tray",
  "Platter",
  "Chopping Board",
  "Cheese Board",
  "Chip & Dip",
  "Bowl",
] as const;

export const searchMessages = { placeholder: "Search by Category...", nothing: "No results found" } as const;

/** Returns the entries of a list of kinds that contain the text, ignoring case (§2.2). */
export const searchKinds = (kinds: readonly string[], text: string): readonly string[] =>
  kinds.filter((kind) => kind.toLowerCase().includes(text.trim().toLowerCase()));

/** The plural of a kind in a sentence: `bowls`, `cutlery caddies`, `chip & dip sets`. */
export function formatPlural(subcategory: string): string {
  const kind = subcategory.toLowerCase();
  if (kind.includes("&")) return `${kind} sets`;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

/** The six Hot Products tiles, 1 to 6 (§2.4); `subcategory` is the listing if the tile's product was removed (D26). */
export const hotTiles = [
  { name: "Wooden Bowl", subcategory: "Bowl" },
  { name: "Tray", subcategory: "Tray" },
  { name: "Tissue Holder", subcategory: "Tissue Holder" },
  { name: "Chopping Board", subcategory: "Chopping Board" },
  { name: "Butcher Board", subcategory: "Chopping Board" },
  { name: "Serving Platter", subcategory: "Platter" },
] as const;

/** The subcategory that a listing route sets if the query lacks it (§2.1, D29). */
const presets: Readonly<Record<string, string>> = {
  [listingPaths.servingTrays]: "Tray",
  [listingPaths.cuttingBoards]: "Chopping Board",
  [listingPaths.bowls]: "Bowl",
  [listingPaths.platters]: "Platter",
  [listingPaths.cheeseBoards]: "Cheese Board",
  [listingPaths.chipDipBowls]: "Chip & Dip",
};

/** The six category pages of the 404 screen (§2.19, D29), each with the name of its link. */
export const categoryPages = Object.entries(presets).map(([path, subcategory]) => ({ path, subcategory }));

/** Returns the subcategory of a route: the query's, otherwise the route's preset (D29). */
export const findSubcategory = (path: string, value: string | undefined): string | undefined =>
  value?.trim() || presets[matchPage(path).route.path];
