import * as v from "valibot";
import { links } from "#contract/links.ts";
import { sentences, text, toConfirm } from "./product-file.ts";
import { missing } from "./seller-file.ts";

const pathOfTheShop = v.pipe(
  v.string(missing),
  v.regex(
    /^\/(?!\/)[^\s\\]*$/,
    `is not a page of the shop. Write a path such as ${links.products({ category: "Tableware" })}.`,
  ),
);

const offerCard = v.object({
  title: text(missing),
  picture: text(missing),
  alt: text(missing),
  href: pathOfTheShop,
  toConfirm,
});

export const offersFile = v.object({
  specialOffer: v.exactOptional(
    v.object({
      heading: text(missing),
      points: sentences,
      toConfirm,
    }),
  ),
  cards: v.array(offerCard, "is not a list of cards."),
});

export type SpecialOfferInFile = NonNullable<v.InferOutput<typeof offersFile>["specialOffer"]>;
