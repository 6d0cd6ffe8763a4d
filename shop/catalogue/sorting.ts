/** The sort options of the listing. `alsoKnownAs` lists other values that the URL may contain (§2.5). */
const options = {
  bestMatch: { label: "Best match", alsoKnownAs: [] },
  latest: { label: "Latest", alsoKnownAs: ["default"] },
  featured: { label: "Featured", alsoKnownAs: [] },
  bestSelling: { label: "Best Selling", alsoKnownAs: [] },
  titleAscending: { label: "Alphabetically A to Z", alsoKnownAs: ["A to Z", "atoz"] },
  titleDescending: { label: "Alphabetically Z to A", alsoKnownAs: ["Z to A", "ztoa"] },
  priceAscending: { label: "Price low to high", alsoKnownAs: ["Price-low-to-High"] },
  priceDescending: { label: "Price high to low", alsoKnownAs: ["Price-High-to-Low"] },
  dateAscending: { label: "Date old to new", alsoKnownAs: ["old-to-new"] },
  dateDescending: { label: "Date new to old", alsoKnownAs: ["new-to-old"] },
} as const;

export type Sorting = keyof typeof options;

export const DEFAULT_SORTING: Sorting = "latest";

export const getDefaultSorting = ({ search }: { search?: string | null | undefined }): Sorting =>
  search ? "bestMatch" : DEFAULT_SORTING;

/** Lists the labels to choose from. 'Best match' is only for a search. Each label is a valid `sortOption`. */
export const listSortOptions = ({ search }: { search?: string | undefined }): readonly string[] =>
  Object.values(options)
    .slice(search ? 0 : 1)
    .map(({ label }) => label);

export const getSortingLabel = (sorting: Sorting): string => options[sorting].label;

/** Parses a sort option. Ignores case, spaces and hyphens. Returns the default for an unknown value (D37). */
export function parseSorting(value: string | null | undefined, search: string | null = null): Sorting {
  const sorting = sortingsByName.get(toPlain(value ?? ""));
  return sorting === undefined || (sorting === "bestMatch" && !search)
    ? getDefaultSorting({ search })
    : sorting;
}

export interface Sortable {
  title: string;
  price: number;
  createdAt?: string | number | undefined;
  /** The date that replaces a missing `createdAt` (D37). */
  date?: string | undefined;
  sales?: number | undefined;
  featuredRank?: number | undefined;
}

/** Returns a sorted copy. Products with the same value keep their order (D37). */
export function sortProducts<P extends Sortable>(products: readonly P[], sorting: Sorting): P[] {
  return products.toSorted(comparers[sorting]);
}

type Comparer = (one: Sortable, other: Sortable) => number;

export const getComparer = (sorting: Sorting): Comparer => comparers[sorting];

const titles = new Intl.Collator("en", { sensitivity: "base", numeric: true });

const compareBy =
  (figure: (product: Sortable) => number | undefined, direction: 1 | -1): Comparer =>
  (one, other) => {
    const [first, second] = [figure(one), figure(other)];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return (first - second) * direction;
  };

function getTime({ createdAt, date }: Sortable): number | undefined {
  if (typeof createdAt === "number") return createdAt;
  const time = Date.parse(createdAt ?? date ?? "");
  return Number.isNaN(time) ? undefined : time;
}

const newestFirst = compareBy(getTime, -1);

const comparers: Record<Sorting, Comparer> = {
  // Search results are already sorted by best match.
  bestMatch: () => 0,
  latest: newestFirst,
  featured: compareBy((product) => product.featuredRank, 1),
  bestSelling: compareBy((product) => product.sales ?? 0, -1),
  titleAscending: (one, other) => titles.compare(one.title, other.title),
  titleDescending: (one, other) => titles.compare(other.title, one.title),
  priceAscending: compareBy((product) => product.price, 1),
  priceDescending: compareBy((product) => product.price, -1),
  dateAscending: compareBy(getTime, 1),
  dateDescending: newestFirst,
};

const toPlain = (text: string): string => text.toLowerCase().replaceAll(/[\s-]+/g, "");

const sortingsByName = new Map<string, Sorting>(
  (Object.keys(options) as Sorting[]).flatMap((sorting) => {
    const { label, alsoKnownAs } = options[sorting];
    return [label, ...alsoKnownAs].map((name) => [toPlain(name), sorting] as const);
  }),
);
