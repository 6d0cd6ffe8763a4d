import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import {
  requireConfirmation,
  type CommandInput,
  type CommandResult,
  toRevision,
  refuseField,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { fillOffer } from "#shop/merchandising/server/index.ts";
import type { SpecialOffer } from "#shop/merchandising/special-offer.ts";
import { wordsWithFields } from "#shop/texts/server/index.ts";
import { changeByHand } from "./catalogue-changes.ts";
import { defineContentCommand } from "./content/change-content.ts";
import { withPart } from "./content-changes.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
import type { ReturnedData } from "#contract/command-data.ts";
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
    none: { summary: "remove the special offer", flag: true },
  },
  examples: [
    "offers",
    'offers --heading "₹99 off every order"',
    'offers --points "Taken off automatically." "No code."',
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
      const specialOffer = hasOffer ? { ...answer, toConfirm: [] } : undefined;
      return { answer, homeContent: withPart(homeContent, "specialOffer", specialOffer) };
    });
    return formatFacts(context, offer);
  },
});

const NO_OFFER: SpecialOffer = { heading: "", points: [] };

function readOffer({ specialOffer }: HomeContentFiles): SpecialOffer {
  const { heading, points } = specialOffer ?? NO_OFFER;
  return { heading, points };
}

function parseOffer({ heading, points }: CommandInput["options"], previous: SpecialOffer): SpecialOffer {
  const lines = points?.split("\n").map((point) => checkSentence("points", point)) ?? previous.points;
  if (lines.length > MAX_POINTS) throw refuseField("points", `Up to ${MAX_POINTS} points can be shown.`);
  return {
    heading: heading === undefined ? previous.heading : checkSentence("heading", heading),
    points: lines,
  };
}

function formatFacts(
  context: Context,
  specialOffer: SpecialOffer,
): CommandResult<ReturnedData<typeof shownOffer>> {
  const offer = fillOffer(context, specialOffer);
  const isBoxShown = offer.heading !== "" && offer.points.length > 0;
  return {
    facts: {
      heading: offer.heading || "none",
      ...Object.fromEntries(offer.points.map((point, at) => [`point ${at + 1}`, point])),
    },
    message: isBoxShown ? "" : "The box on product pages shows only with a heading and at least one point.",
    data: {
      heading: offer.heading,
      points: [...offer.points],
      written: { heading: specialOffer.heading, points: [...specialOffer.points] },
      revision: toRevision(specialOffer),
    },
  };
}

function checkSentence(field: string, input: string): string {
  const text = input.trim();
  if (text === "" || text.length > MAX_LENGTH)
    throw refuseField(field, `The heading and each point need 1 to ${MAX_LENGTH} characters.`);
  const [unknown] = v.safeParse(wordsWithFields(), text).issues ?? [];
  if (unknown) throw refuseField(field, unknown.message);
  return text;
}
