import * as v from "valibot";
import { links } from "#contract/links.ts";
import {
  isoDay,
  oneOf,
  optionalText,
  shortText,
  strictObject,
  unique,
  filledText,
  NOT_TEXTS,
  unconfirmedStatements,
} from "#platform/storage/owner-file.ts";
import { wordsWithFields } from "#shop/texts/server/index.ts";
import { homeSections, titledSections } from "../home-content.ts";

const pathOfTheShop = v.pipe(
  v.string("is missing."),
  v.regex(
    /^\/(?!\/)[^\s\\]*$/,
    `is not a page of the shop. Write a path such as ${links.products({ category: "Tableware" })}.`,
  ),
);

const offerCard = strictObject({
  title: filledText(),
  picture: filledText(),
  alt: filledText(),
  href: pathOfTheShop,
  toConfirm: unconfirmedStatements,
});

export const cardsFile = v.pipe(
  v.array(offerCard, "is not a list. Write the cards between [ and ]."),
  unique("title"),
);

export const specialOfferFile = v.pipe(
  strictObject({
    heading: wordsWithFields(),
    points: v.array(wordsWithFields(), NOT_TEXTS),
    /** The first and the last day of the offer. */
    from: v.exactOptional(isoDay),
    to: v.exactOptional(isoDay),
    toConfirm: unconfirmedStatements,
  }),
  v.forward(
    v.partialCheck(
      [["from"], ["to"]],
      ({ from, to }) => from === undefined || to === undefined || from <= to,
      "is before the first day.",
    ),
    ["to"],
  ),
);

const section = v.pipe(
  strictObject({
    section: oneOf(homeSections),
    title: v.exactOptional(shortText(60)),
    text: optionalText,
  }),
  v.forward(
    v.partialCheck(
      [["section"], ["title"]],
      ({ section: name, title }) => title === undefined || isTitled(name),
      ({ input }) =>
        `cannot be set here, because the title of "${input.section}" is in that section's own file. Here you can set the titles of these sections: ${titledSections.join(", ")}.`,
    ),
    ["title"],
  ),
  v.forward(
    v.partialCheck(
      [["section"], ["text"]],
      ({ section: name, text }) => text === undefined || name === "newly-launched",
      'can only be set for the section "newly-launched", which shows the text below its title.',
    ),
    ["text"],
  ),
);

const isTitled = (name: string): boolean => (titledSections as readonly string[]).includes(name);

export const homeFile = v.pipe(
  v.array(section, "is not a list. Write the sections between [ and ]."),
  v.minLength(1, "is empty. The home page needs at least one section."),
  v.check(
    (sections) => new Set(sections.map(({ section: name }) => name)).size === sections.length,
    "contains the same section twice. Remove one of the two.",
  ),
);

export type HomeInFile = v.InferOutput<typeof homeFile>;
