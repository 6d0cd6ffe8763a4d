import { type Context, defineService } from "#platform/context.ts";
import { fillWords, getFieldValues } from "#shop/texts/server/index.ts";
import type { SpecialOffer } from "../special-offer.ts";

/** Pages do not show the empty offer (§2.6). */
const NO_OFFER: SpecialOffer = { heading: "", points: [] };

const offerService = defineService("merchandising.offer", () => ({ offer: NO_OFFER }));

export const setSpecialOffer = (context: Context, offer: SpecialOffer = NO_OFFER): void => {
  context.service(offerService).offer = offer;
};

export const getShownOffer = (context: Context): SpecialOffer =>
  fillOffer(context, context.service(offerService).offer);

export function fillOffer(context: Context, { heading, points }: SpecialOffer): SpecialOffer {
  const values = getFieldValues(context);
  return {
    heading: fillWords(heading, values) ?? "",
    points: points.flatMap((point) => fillWords(point, values) ?? []),
  };
}
