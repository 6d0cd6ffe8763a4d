import * as v from "valibot";
import type { DeclaredValue } from "#platform/operator/command.ts";
import { unique } from "#platform/storage/owner-file.ts";
import { scenePlaces, serviceIcons } from "#shop/merchandising/home-content.ts";
import { couriersFile } from "#shop/seller/server/index.ts";
import type { cardLists as shownCards } from "../command-results.ts";
import type { ListPart } from "./catalogue-changes.ts";
import { NONE } from "./content/change-content.ts";
import { storedVideos } from "./owner-folder/home-content-files.ts";

export type Card = Readonly<Record<string, unknown>>;

export type CardSchema = v.GenericSchema<unknown, readonly Card[]>;

export interface CardList {
  noun: keyof typeof shownCards;
  part: ListPart;
  of: string;
  /** The page or list that contains the cards, for messages. By default, the home page. */
  on?: string;
  canBeEmpty?: true;
  /** The default is the schema in `partFiles`. */
  schema?: CardSchema;
  /** The keys of `texts` and `pictures` are field names in the file. */
  texts: Readonly<Record<string, DeclaredValue & { option: string }>>;
  pictures?: Readonly<Record<string, { summary: string; kind?: "video"; optional?: true }>>;
  /** True if dots on the pictures mark products. */
  hasDots?: true;
  maxCards?: number;
  example: string;
}

export const HOME_PAGE = "the home page";

const ALT = { option: "alt", summary: "a description of the picture for people who cannot see it" };

export const cardLists: readonly CardList[] = [
  {
    noun: "banners",
    part: "banners",
    of: "banner",
    texts: {
      heading: { option: "heading", summary: "the large text on the banner" },
      subHeading: { option: "text", summary: "the line below the heading" },
      alt: ALT,
    },
    pictures: {
      desktop: { summary: "a wide photograph, 1600 × 1200 or larger" },
      mobile: { summary: "an upright photograph, 1200 × 1500 or larger" },
    },
    example: '--heading "For slow mornings"',
  },
  {
    noun: "cards",
    part: "offerCards",
    of: "offer card",
    texts: {
      title: { option: "title", summary: "the text on the card" },
      href: {
        option: "page",
        summary: "the page of the shop that the card opens, e.g. /products?category=Tableware",
        kind: "page",
      },
      alt: ALT,
    },
    pictures: { picture: { summary: "a photograph, 900 × 700 or larger" } },
    example: '--title "Kitchenware collections"',
  },
  {
    noun: "makers",
    part: "makers",
    of: "maker",
    on: "Our Story",
    canBeEmpty: true,
    texts: {
      name: { option: "name", summary: "the name of a person or a workshop" },
      place: { option: "in", summary: "the town or village, for example Saharanpur" },
      since: { option: "since", summary: "the year in which the maker began, for example 1998" },
      alt: ALT,
    },
    pictures: { picture: { summary: "a photograph, 900 × 900 or larger" } },
    example: '--name "Lake Workshop" --in Saharanpur --since 1998 --alt "A man at a lathe"',
  },
  {
    noun: "tiles",
    part: "tiles",
    of: "tile",
    texts: {
      subcategory: {
        option: "subcategory",
        summary: "the product type that the tile opens",
        kind: "subcategory",
      },
      alt: ALT,
      wideAlt: {
        option: "wide-alt",
        summary: "a description of the wide picture for people who cannot see it",
        or: [NONE],
      },
    },
    pictures: {
      picture: { summary: "a photograph, 900 × 900 or larger" },
      wide: {
        summary: "a wide photograph for the top of the product type's page; none removes it",
        optional: true,
      },
    },
    example: "--subcategory Tray",
  },
  {
    noun: "services",
    part: "services",
    of: "service card",
    texts: {
      title: { option: "title", summary: "the title of the card", kind: "words" },
      text: {
        option: "text",
        summary: "the text of the card; it can contain fields such as {{return-days}}",
        kind: "words",
      },
      icon: { option: "icon", summary: "the icon on the card", choices: serviceIcons },
    },
    example: '--title "Made by hand" --text "In small batches." --icon hammer',
  },
  {
    noun: "looks",
    part: "looks",
    of: "look",
    texts: {
      title: { option: "title", summary: "the heading above the picture" },
      text: { option: "text", summary: "the line below the heading" },
      alt: ALT,
    },
    pictures: {
      landscape: { summary: "a wide photograph, 1600 × 1200 or larger" },
      portrait: { summary: "an upright photograph for phones, 1200 × 1500 or larger" },
    },
    hasDots: true,
    example: '--title "The kitchen shelf"',
  },
  {
    noun: "films",
    part: "videos",
    of: "film",
    schema: storedVideos,
    texts: { title: { option: "title", summary: "the title of the film" }, alt: ALT },
    pictures: {
      poster: { summary: "a still picture of the film, 900 × 700 or larger" },
      video: { summary: "a short film without sound, as MP4", kind: "video" },
    },
    example: '--title "A slow breakfast"',
  },
  {
    noun: "story",
    part: "story",
    of: "picture",
    on: "Our Story",
    texts: { alt: ALT },
    pictures: { picture: { summary: "a photograph, 1600 × 1200 or larger" } },
    example: '--alt "Raw boards stacked to dry"',
  },
  {
    noun: "scenes",
    part: "scenes",
    of: "picture",
    on: "other pages",
    canBeEmpty: true,
    texts: {
      place: { option: "page", summary: "the page that shows the picture", choices: scenePlaces },
      alt: ALT,
    },
    pictures: { picture: { summary: "a photograph, 1200 × 900 or larger" } },
    example: "--page log-in",
  },
  {
    noun: "listing-texts",
    part: "pages",
    of: "heading",
    on: "the lists of products",
    canBeEmpty: true,
    texts: {
      subcategory: {
        option: "subcategory",
        summary: "the product type whose page has this heading; empty for the page of all products",
        kind: "subcategory",
        or: [NONE],
      },
      title: { option: "title", summary: "the title in search engines and in the browser's tab" },
      heading: { option: "heading", summary: "the heading of the page" },
      description: { option: "description", summary: "the line below the heading" },
    },
    maxCards: 100,
    example: '--subcategory Tray --heading "Trays"',
  },
  {
    noun: "couriers",
    part: "couriers",
    of: "courier",
    on: "the list of your own couriers",
    canBeEmpty: true,
    schema: v.pipe(couriersFile, unique("name")),
    texts: {
      name: { option: "name", summary: "the courier's name, as you enter it when you dispatch a parcel" },
      link: {
        option: "link",
        summary: "the courier's tracking page; {number} stands for the tracking number",
        kind: "tracking-link",
      },
    },
    maxCards: 50,
    example: '--name "City Post" --link "https://post.example/track/{number}"',
  },
];
