import { formatCount, isSameText } from "#contract/text.ts";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import { unique } from "#platform/storage/owner-file.ts";
import {
  requireConfirmation,
  type Command,
  type CommandInput,
  type DeclaredValue,
  CommandRefused,
  type CommandResult,
  UsageError,
  toRevision,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import path from "node:path";
import { getPlainHref } from "#shop/media/pictures.ts";
import {
  findPictures,
  type GivenFile,
  type GivenPicture,
  keepFiles,
  readGivenPicture,
  readGivenVideo,
  toPictureRef,
  writePictures,
} from "#shop/media/server/index.ts";
import {
  type HomeSection,
  homeSections,
  scenePlaces,
  serviceIcons,
  titledSections,
} from "#shop/merchandising/home-content.ts";
import { cardsFile, homeFile, type HomeInFile } from "#shop/merchandising/server/index.ts";
import { couriersFile } from "#shop/seller/server/index.ts";
import { changeByHand, changeList, type ListPart, readList } from "./catalogue-changes.ts";
import {
  defineContentCommand,
  findPlace,
  moveEntry,
  NONE,
  parseEntry,
  parsePart,
  readContent,
} from "./content/change-content.ts";
import {
  bannersFile,
  type HomeContentFiles,
  listingTexts,
  lookPictures,
  makersFile,
  scenePictures,
  servicesFile,
  storedVideos,
  storyPictures,
  tilesFile,
} from "./owner-folder/home-content-files.ts";
import { listKinds } from "./owner-folder/check-products.ts";
import { changeDot, describeDots, dotArgument, dotOptions } from "./look-dots.ts";
import { product } from "./tables.ts";
import type { ReturnedData } from "#contract/command-data.ts";
import { omitAbsent, readText } from "#contract/read.ts";
import { cardLists as shownLists, homePage } from "../command-results.ts";

/*
 * Commands that change the home page, the pictures and headings of other pages, and the list of couriers. The next
 * import of a catalogue folder replaces their changes.
 */

const sections: Readonly<Record<HomeSection, { name: string; from: string }>> = {
  banners: { name: "Banners", from: "banners" },
  offers: { name: "Offer cards", from: "cards" },
  look: { name: "A look, with its products", from: "looks" },
  categories: { name: "Shop by category", from: "tiles" },
  "newly-launched": { name: "Newly launched", from: "the newest products" },
  services: { name: "Services", from: "services" },
  "hot-products": { name: "Hot products", from: "hot-products" },
  looks: { name: "More looks", from: "looks" },
  films: { name: "Films", from: "films" },
  testimonials: { name: "Testimonials", from: "reviews --testimonials" },
};

const homeCommand = defineContentCommand({
  ...homePage,
  part: ({ home }) => home,
  summary: "Shows the sections of the home page, or hides, shows, moves or renames one.",
  args: [{ name: "section", summary: "the section", choices: homeSections, optional: true }],
  options: {
    place: { summary: "the position on the page; 1 is the first", kind: "position" },
    shown: { summary: "whether the section is shown", choices: ["yes", "no"] },
    title: { summary: "the title; none for the standard title", or: [NONE] },
    text: {
      summary: "the line below the title of newly-launched; none for the standard line",
      or: [NONE],
    },
  },
  examples: [
    "home",
    "home testimonials --place 2",
    "home films --shown no",
    'home newly-launched --title "Fresh from the lathe"',
  ],
  show: (_context, content) => formatSections(content),
  async change(context, { args, options }) {
    const section = homeSections.find((name) => name === args["section"]);
    if (!section) throw new UsageError("Choose a section of the home page.");
    if (Object.values(options).every((option) => option === undefined))
      throw new UsageError("Enter a position, a title or a text, or choose whether the section is shown.");
    const files = await changeByHand(context, async (_tx, { homeContent }) => {
      const sections = changeSection(homeContent.home ?? STANDARD, section, options);
      const { home: _before, ...others } = homeContent;
      const isStandard = JSON.stringify(sections) === JSON.stringify(STANDARD);
      const changed: HomeContentFiles = isStandard ? others : { ...others, home: sections };
      return { answer: changed, homeContent: changed };
    });
    return formatSections(files);
  },
});

const STANDARD: HomeInFile = homeSections.map((section) => ({ section }));

function changeSection(
  before: HomeInFile,
  section: HomeSection,
  { place, shown, title, text }: CommandInput["options"],
): HomeInFile {
  const at = before.findIndex((each) => each.section === section);
  const others = before.filter((each) => each.section !== section);
  if (shown === "no") {
    if (others.length > 0) return others;
    throw new CommandRefused("The home page needs at least one section. Show another one first.");
  }
  if (at < 0 && shown === undefined && place === undefined)
    throw new CommandRefused(`${sections[section].name} is not on the page. Show it first.`);
  const changed = withoutEmpty({ section, ...before[at], ...omitAbsent({ title, text }) });
  const last = at < 0 ? others.length : at;
  const index = place === undefined ? last : findPlace([...others, section], place, "position");
  return parsePart(homeFile, others.toSpliced(index, 0, changed as HomeInFile[number]), {
    title: "title",
    text: "text",
  });
}

function formatSections(files: HomeContentFiles): CommandResult<ReturnedData<typeof homePage>> {
  const shownSections = files.home ?? STANDARD;
  const isTitled = (name: HomeSection) => (titledSections as readonly string[]).includes(name);
  const hidden = homeSections.filter((name) => !shownSections.some(({ section }) => section === name));
  const rows = [
    ...shownSections.map((each, at) => ({ ...each, place: at + 1 })),
    ...hidden.map((section) => ({ section, place: null })),
  ].map((each) => ({ ...each, ...sections[each.section], titled: isTitled(each.section) }));
  return {
    columns: ["place", "section", "what it is", "title", "filled by"],
    rows: rows.map(({ place, section, name, from, ...texts }) => [
      place ?? "not shown",
      section,
      name,
      "title" in texts ? (texts.title ?? "") : "",
      from,
    ]),
    data: { sections: rows, revision: toRevision(files.home) },
  };
}

interface CardList {
  noun: keyof typeof shownLists;
  part: ListPart;
  of: string;
  /** The page or list that contains the cards, as it is named in messages. By default, it is the home page. */
  on?: string;
  canBeEmpty?: true;
  schema: v.GenericSchema<unknown, readonly object[]>;
  /** The keys of `texts` and `pictures` are field names in the file. */
  texts: Readonly<Record<string, DeclaredValue & { option: string }>>;
  pictures?: Readonly<Record<string, { summary: string; kind?: "video"; optional?: true }>>;
  /** The folder of the pictures. By default, its name is the value of `part`. */
  folder?: string;
  /** True if dots on the pictures mark products. */
  hasDots?: true;
  maxCards?: number;
  example: string;
}

const HOME_PAGE = "the home page";

const ALT = { option: "alt", summary: "a description of the picture for people who cannot see it" };

const lists: readonly CardList[] = [
  {
    noun: "banners",
    part: "banners",
    of: "banner",
    schema: bannersFile,
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
    schema: cardsFile,
    texts: {
      title: { option: "title", summary: "the text on the card" },
      href: {
        option: "page",
        summary: "the page of the shop that the card opens, e.g. /products?category=Tableware",
      },
      alt: ALT,
    },
    pictures: { picture: { summary: "a photograph, 900 × 700 or larger" } },
    folder: "offers",
    example: '--title "Kitchenware collections"',
  },
  {
    noun: "makers",
    part: "makers",
    of: "maker",
    on: "Our Story",
    canBeEmpty: true,
    schema: makersFile,
    texts: {
      name: { option: "name", summary: "the name of a person or a workshop" },
      place: { option: "in", summary: "the town or village, for example Saharanpur" },
      since: { option: "since", summary: "the year in which the maker began, for example 1998" },
      alt: ALT,
    },
    pictures: { picture: { summary: "a photograph, 900 × 900 or larger" } },
    folder: "story",
    example: '--name "Lake Workshop" --in Saharanpur --since 1998 --alt "A man at a lathe"',
  },
  {
    noun: "tiles",
    part: "tiles",
    of: "tile",
    schema: tilesFile,
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
    schema: servicesFile,
    texts: {
      title: { option: "title", summary: "the title of the card" },
      text: { option: "text", summary: "one sentence; it can contain fields such as {{return-days}}" },
      icon: { option: "icon", summary: "the drawing on the card", choices: serviceIcons },
    },
    example: '--title "Made by hand" --text "In small batches." --icon hammer',
  },
  {
    noun: "looks",
    part: "looks",
    of: "look",
    schema: lookPictures,
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
    schema: storyPictures,
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
    schema: scenePictures,
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
    schema: listingTexts,
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
      },
    },
    maxCards: 50,
    example: '--name "City Post" --link "https://post.example/track/{number}"',
  },
];

type ShownCards = ReturnedData<(typeof shownLists)["banners"]>;

type Card = Readonly<Record<string, unknown>>;

/** The new values of a card's fields. `none` removes a value. */
type Values = Readonly<Record<string, string>>;

const MAX_CARDS = 12;

function createCardCommand(list: CardList): Command {
  const { noun, of, on = HOME_PAGE, example, pictures = {}, hasDots } = list;
  return defineContentCommand({
    ...shownLists[noun],
    part: (content) => readList(content, list.part),
    summary: `Shows the ${of}s on ${on}, or changes, adds, moves or removes one.`,
    args: [
      {
        name: "place",
        summary: `the position of the ${of}; new adds another ${of}`,
        kind: "position",
        or: ["new"],
        optional: true,
      },
      ...(hasDots ? [dotArgument] : []),
    ],
    options: {
      ...Object.fromEntries(Object.values(list.texts).map(({ option, ...text }) => [option, text])),
      ...Object.fromEntries(
        Object.entries(pictures).map(([name, { summary, kind = "picture", optional }]) => [
          name,
          { summary, kind, ...(optional && { or: [NONE] }) },
        ]),
      ),
      ...(hasDots && dotOptions),
      to: { summary: "the new position; 1 is the first", kind: "position" },
      remove: { summary: `remove the ${of} from ${on}`, flag: true },
    },
    examples: [
      noun,
      `${noun} 1 ${example}`,
      `${noun} 2 --to 1`,
      [
        `${noun} new ${example}`,
        ...Object.entries(pictures).map(
          ([name, { kind }]) => `--${name} ${name}.${kind === "video" ? "mp4" : "jpg"}`,
        ),
      ].join(" "),
      `${noun} 3 --remove --yes`,
      ...(hasDots
        ? [
            `${noun} 1 new --product teak-tray --across 20 --down 60 --phone-across 26 --phone-down 60`,
            `${noun} 1 2 --across 40 --down 65`,
            `${noun} 1 2 --remove --yes`,
          ]
        : []),
    ],
    show: (context, content) => formatCards(context, list, readList(content, list.part) as readonly Card[]),
    async change(context, input) {
      const dotted = hasDots ? await changeDot(context, input) : null;
      if (dotted) return formatCards(context, list, dotted);
      const { place } = input.args;
      if (place === undefined) throw new UsageError(`Enter the position of the ${of}, or "new" to add one.`);
      if (input.options["remove"]) {
        refuseOthers(input, "remove", ["place"]);
        requireConfirmation(input, `Remove ${of} ${place} from ${on}?`);
      }
      return changeCards(context, list, input, place);
    },
  });
}

async function changeCards(
  context: Context,
  list: CardList,
  { options, folder }: CommandInput,
  place: string,
): Promise<CommandResult<ShownCards>> {
  const texts = Object.fromEntries(
    Object.entries(list.texts).flatMap(([name, { option }]) =>
      options[option] === undefined ? [] : [[name, options[option]]],
    ),
  );
  await checkKind(context, texts["subcategory"]);
  const { fields, photographs, videos } = await readFiles(list, options, folder);
  await keepFiles(context, [...photographs, ...videos]);
  const originals = photographs.map(({ original }) => original);
  const values = { ...texts, ...fields };
  const change = (cards: readonly Card[]): readonly Card[] => {
    if (options["remove"]) return removeCard(cards, place, list);
    return place === "new" ? addCard(cards, values, list) : setCard(cards, values, list, place, options);
  };
  const cards = await changeList<Card>(
    context,
    list.part,
    (before) => parseChanged(list, before, change(before)),
    (tx) => writePictures(tx, originals),
  );
  return formatCards(context, list, cards);
}

function addCard(cards: readonly Card[], values: Values, list: CardList): readonly Card[] {
  const missing = Object.entries(list.pictures ?? {}).flatMap(([name, { optional }]) =>
    optional || values[name] !== undefined ? [] : [name],
  );
  if (missing.length > 0)
    throw new UsageError(
      `A new ${list.of} needs ${missing.map((name) => `--${name}`).join(" and ")}.`,
      Object.fromEntries(missing.map((name) => [name, "Choose a file."])),
    );
  const { maxCards = MAX_CARDS } = list;
  if (cards.length >= maxCards) throw new CommandRefused(`Up to ${maxCards} ${list.of}s can be shown.`);
  return [...cards, withoutEmpty({ ...(list.hasDots && { points: [] }), ...values })];
}

function setCard(
  cards: readonly Card[],
  values: Values,
  { of }: CardList,
  place: string,
  { to }: CommandInput["options"],
): readonly Card[] {
  const at = findPlace(cards, place, of);
  const isSame = Object.keys(values).length === 0;
  if (to === undefined && isSame) throw new UsageError("Enter a text or a position, or choose a picture.");
  const changed = isSame ? cards : cards.with(at, withoutEmpty({ ...cards[at], ...values }));
  return moveEntry(changed, at, to, of);
}

function removeCard(
  cards: readonly Card[],
  place: string,
  { of, on = HOME_PAGE, canBeEmpty }: CardList,
): readonly Card[] {
  if (cards.length === 1 && !canBeEmpty)
    throw new CommandRefused(
      on === HOME_PAGE
        ? `The home page needs at least one ${of}, so you cannot remove the last one. Hide its section instead.`
        : `You cannot remove the last ${of} on ${on}. Add another one first.`,
    );
  return cards.toSpliced(findPlace(cards, place, of), 1);
}

const withoutEmpty = (card: Card): Card =>
  Object.fromEntries(Object.entries(card).filter(([, value]) => value !== NONE));

/** Reads the files that the options name. `fields` contains their names and the hash of a video, for the card. */
async function readFiles(
  { pictures = {}, part, folder = part, noun }: CardList,
  options: CommandInput["options"],
  workingFolder: string,
) {
  const fields: Record<string, string> = {};
  // The key is the file name, so that a photograph for two fields is stored once.
  const photographs = new Map<string, GivenPicture>();
  const videos: GivenFile[] = [];
  for (const [name, { kind }] of Object.entries(pictures)) {
    const file = options[name];
    if (file === undefined) continue;
    const source = path.resolve(workingFolder, file);
    if (file === NONE) {
      fields[name] = NONE;
    } else if (kind === "video") {
      const video = await readGivenVideo(source, noun, folder);
      videos.push(video);
      Object.assign(fields, { [name]: video.name, hash: video.original.hash });
    } else {
      const photograph = await readGivenPicture(source, noun, folder);
      photographs.set(photograph.name, photograph);
      fields[name] = photograph.name;
    }
  }
  return { fields, photographs: [...photographs.values()], videos };
}

/** @throws UsageError if an entered subcategory has no products and is in neither the menu nor the standard menu */
async function checkKind(context: Context, subcategory: string = NONE): Promise<void> {
  if (subcategory === NONE) return;
  const { menu } = await readContent(context);
  const products = await context.db
    .selectDistinct({ subcategory: product.subcategory })
    .from(product)
    .where(eq(product.inOwnerList, true));
  const kinds = listKinds(products, menu);
  if (kinds.some((each) => isSameText(each, subcategory))) return;
  const message = `has no products and is not in the menu. Choose one of ${kinds.join(", ")}.`;
  throw new UsageError(`--subcategory ${message}`, { subcategory: message });
}

/** Returns the cards after validating only the added or changed one. @throws UsageError */
function parseChanged(
  { schema, texts, pictures }: CardList,
  before: readonly Card[],
  cards: readonly Card[],
): readonly Card[] {
  const at = cards.findIndex((card) => !before.includes(card));
  if (at < 0) return cards;
  const options = [
    ...Object.entries(texts).map(([name, { option }]) => [name, option]),
    ...Object.keys(pictures ?? {}).map((name) => [name, name]),
  ];
  return parseEntry(schema, cards, at, Object.fromEntries(options)) as readonly Card[];
}

async function formatCards(
  context: Context,
  { part, folder = part, texts, pictures = {}, of, on = HOME_PAGE, hasDots }: CardList,
  cards: readonly Card[],
): Promise<CommandResult<ShownCards>> {
  const paths = cards.flatMap((card) =>
    Object.keys(pictures).map((name) => `${folder}/${String(card[name])}`),
  );
  const knownPictures = await findPictures(context.db, paths);
  const toHref = (card: Card, name: string): string | null => {
    const picture = knownPictures.get(`${folder}/${String(card[name])}`);
    return picture ? getPlainHref(toPictureRef(picture)) : null;
  };
  const rows = cards.map((card, at) => ({
    place: at + 1,
    texts: Object.fromEntries(
      Object.entries(texts).map(([name, { option }]) => [option, readText(card[name])]),
    ),
    pictures: Object.fromEntries(Object.keys(pictures).map((name) => [name, toHref(card, name)])),
    ...(hasDots && { dots: describeDots(context, card as Parameters<typeof describeDots>[1]) }),
  }));
  const [first = "", second = ""] = Object.keys(texts);
  return {
    columns: ["place", first, second, ...(hasDots ? ["dots"] : [])],
    rows: cards.map((card, at) => [
      at + 1,
      readText(card[first]),
      readText(card[second]),
      ...(rows[at]?.dots ? [rows[at].dots.map(({ dot, product }) => `${dot} ${product}`).join(", ")] : []),
    ]),
    message: `${formatCount(cards.length, of)} on ${on}.`,
    data: { cards: rows, revision: toRevision(cards) },
  };
}

export const homePageCommands: Command[] = [homeCommand, ...lists.map(createCardCommand)];
