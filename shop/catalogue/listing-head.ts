import type { ListingQuery } from "#contract/links.ts";
import { isSameText } from "#contract/text.ts";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { searchList } from "./subcategories.ts";

interface ListingHead {
  title: string;
  heading: string;
  /** The line below the heading. Search engines use it as the description. Empty for a search. */
  description: string;
}

/** Returns the texts above a listing. The owner's texts replace the default texts. */
export function getListingHead(
  query: ListingQuery,
  names: ListingNames,
  navigation?: Navigation,
): ListingHead {
  if (query.search !== undefined) {
    const heading = `Results for “${query.search}”`;
    return { title: heading, heading, description: "" };
  }
  const ownHead = navigation?.pages?.find((page) =>
    isSameText(page.subcategory ?? "", query.subcategory ?? ""),
  );
  if (ownHead && (query.subcategory || !(query.category || query.collection))) return ownHead;
  const known = searchList.find((name) => isSameText(name, query.subcategory ?? ""));
  if (known && !navigation?.isOwn) return heads[known];
  const { collection } = names;
  const kind = query.subcategory ? names.subcategory : query.category && names.category;
  const name = collection?.name ?? (query.collection && !query.subcategory ? undefined : kind);
  if (!name) return navigation?.isOwn ? neutral : heads.other;
  return {
    title: navigation ? name : `${name}: ${heads.other.title}`,
    heading: name,
    description: collection?.description ?? `${name}, made by hand, one piece at a time.`,
  };
}

/** The requested names in the catalogue's spelling. Undefined until a matching product is loaded. */
export interface ListingNames {
  category?: string | undefined;
  subcategory?: string | undefined;
  collection?: { name: string; description?: string | undefined } | undefined;
}

const neutral: ListingHead = {
  title: "Everything we make",
  heading: "Everything from the workshop",
  description: "Made by hand, one piece at a time.",
};

const heads: Record<(typeof searchList)[number] | "other", ListingHead> = {
  Tray: {
    title: "Wooden Serving Trays",
    heading: "Trays",
    description:
      "Wooden serving trays with a good grip, for chai, breakfast and the last plates of the evening.",
  },
  Platter: {
    title: "Wooden Platters",
    heading: "Platters",
    description: "Wooden platters, round and long, for whatever goes down the middle of the table.",
  },
  "Chopping Board": {
    title: "Wooden Cutting and Chopping Boards",
    heading: "Chopping Boards",
    description: "Wooden chopping boards and end-grain blocks, kind to the knife and made for every day.",
  },
  "Cheese Board": {
    title: "Wooden Cheese Boards",
    heading: "Cheese Boards",
    description: "Wooden cheese boards for a slow evening: room for the cheese, the fruit and the crackers.",
  },
  "Chip & Dip": {
    title: "Wooden Chip and Dip Bowls",
    heading: "Chip & Dip",
    description: "Wooden chip and dip platters and little bowls, to set down wherever people are sitting.",
  },
  Bowl: {
    title: "Wooden Bowls",
    heading: "Bowls",
    description: "Wooden bowls for salad, fruit and nuts, each turned with a grain of its own.",
  },
  other: {
    title: "Handcrafted Wooden Kitchenware",
    heading: "Everything from the workshop",
    description: "Handcrafted trays, boards, bowls and platters in acacia, teak and mango wood.",
  },
};
