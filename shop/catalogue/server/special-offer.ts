import * as v from "valibot";
import { toIsoDay } from "#contract/dates.ts";
import { omitAbsent } from "#contract/read.ts";
import type { Context } from "#platform/context.ts";
import {
  requireConfirmation,
  type CommandInput,
  toRevision,
  refuseField,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { type DatedOffer, fillOffer, isOfferShown, NO_OFFER } from "#shop/merchandising/server/index.ts";
import { formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import { wordsWithFields } from "#shop/texts/server/index.ts";
import { changeByHand } from "./catalogue-changes.ts";
import { defineContentCommand, NONE } from "./content/change-content.ts";
import { withPart } from "./content-changes.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
import { specialOffer as shownOffer } from "../command-results.ts";

const MAX_LENGTH = 200;
const MAX_POINTS = 10;

export const offersCommand = defineContentCommand({
  ...shownOffer,
  part: readOffer,
  summary: "Shows, changes or removes the special offer.",
  args: [],
  options: {
    heading: {
      summary: "the heading in the bar at the top of every page and on product pages",
      kind: "words",
    },
    points: { summary: "the points on product pages, each in quotes", kind: "words", many: true },
    from: { summary: "the first day of the offer; none to start it at once", kind: "day", or: [NONE] },
    to: { summary: "the last day; none for an offer without an end", kind: "day", or: [NONE] },
    none: { summary: "remove the special offer", flag: true },
  },
  examples: [
    'offers --heading "₹99 off every order"',
    'offers --points "Taken off automatically." "No code."',
    "offers --from 2026-12-01 --to 2026-12-05",
    "offers --none --yes",
  ],
  show: (context, content) => formatFacts(context, readOffer(content)),
  async change(context, input) {
    const { none } = input.options;
    if (none) {
      refuseOthers(input, "none");
      requireConfirmation(input, "Remove the special offer?");
    }
    const offer = await changeByHand(context, async (_tx, { homeContent }) => {
      const answer = none ? NO_OFFER : parseOffer(input.options, readOffer(homeContent));
      const hasOffer = answer.heading !== "" || answer.points.length > 0;
      if (!none && !hasOffer)
        throw refuseField("heading", "The special offer needs a heading or a point. Enter one of them.");
      const specialOffer = hasOffer ? { ...answer, toConfirm: [] } : undefined;
      return { answer, homeContent: withPart(homeContent, "specialOffer", specialOffer) };
    });
    return formatFacts(context, offer);
  },
});

function readOffer({ specialOffer }: HomeContentFiles): DatedOffer {
  const { heading, points, from, to }: DatedOffer = specialOffer ?? NO_OFFER;
  return { heading, points, ...omitAbsent({ from, to }) };
}

function parseOffer(options: CommandInput["options"], previous: DatedOffer): DatedOffer {
  const { heading, points } = options;
  const pickDay = (name: "from" | "to") =>
    options[name] === NONE ? undefined : (options[name] ?? previous[name]);
  const [from, to] = [pickDay("from"), pickDay("to")];
  if (from !== undefined && to !== undefined && to < from)
    throw refuseField("to", "The last day is before the first day.");
  const lines = points?.split("\n").map((point) => checkSentence("points", point)) ?? previous.points;
  if (lines.length > MAX_POINTS) throw refuseField("points", `Up to ${MAX_POINTS} points can be shown.`);
  return {
    heading: heading === undefined ? previous.heading : checkSentence("heading", heading),
    points: lines,
    ...omitAbsent({ from, to }),
  };
}

function formatFacts(context: Context, specialOffer: DatedOffer) {
  const offer = fillOffer(context, specialOffer);
  const { from = "", to = "" } = specialOffer;
  const days = describeDays(context, specialOffer);
  const isBoxShown = offer.heading !== "" && offer.points.length > 0;
  return {
    facts: {
      heading: offer.heading || "none",
      ...Object.fromEntries(offer.points.map((point, at) => [`point ${at + 1}`, point])),
      days,
    },
    message: isBoxShown ? "" : "Product pages show the box only if it has a heading and at least one point.",
    data: {
      heading: offer.heading,
      points: [...offer.points],
      written: { heading: specialOffer.heading, points: [...specialOffer.points] },
      from,
      to,
      days,
      revision: toRevision(specialOffer),
    },
  };
}

function describeDays(context: Context, offer: DatedOffer): string {
  const { from = "", to = "" } = offer;
  const end = formatDispatchDay(new Date(to));
  if (isOfferShown(context, offer)) return to === "" ? "runs now, without an end" : `runs now, until ${end}`;
  return toIsoDay(context.now()) < from
    ? `starts on ${formatDispatchDay(new Date(from))}`
    : `ended on ${end}`;
}

function checkSentence(field: string, input: string): string {
  const text = input.trim();
  if (text === "" || text.length > MAX_LENGTH)
    throw refuseField(field, `The heading and each point need 1 to ${MAX_LENGTH} characters.`);
  const [unknown] = v.safeParse(wordsWithFields(), text).issues ?? [];
  if (unknown) throw refuseField(field, unknown.message);
  return text;
}
