import * as v from "valibot";
import { links } from "#contract/links.ts";
import { wordsWithFields } from "#shop/texts/server/index.ts";
import { filledText, NOT_TEXTS, strictObject, unconfirmedStatements } from "#platform/storage/owner-file.ts";

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

export const cardsFile = v.array(offerCard, "is not a list of cards.");

export const offersFile = strictObject({
  specialOffer: v.exactOptional(
    strictObject({
      heading: wordsWithFields(),
      points: v.array(wordsWithFields(), NOT_TEXTS),
      toConfirm: unconfirmedStatements,
    }),
  ),
  cards: cardsFile,
});

export type OffersInFile = v.InferOutput<typeof offersFile>;
export type SpecialOfferInFile = NonNullable<OffersInFile["specialOffer"]>;
