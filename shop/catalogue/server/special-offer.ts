import { isWellFormedText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import {
  type Command,
  type CommandResult,
  defineCommand,
  toRevision,
  UsageError,
} from "#platform/operator/command.ts";
import { fillOffer } from "#shop/merchandising/server/index.ts";
import type { SpecialOffer } from "#shop/merchandising/special-offer.ts";
import { changeByHand } from "./catalogue-changes.ts";
import { getSnapshot, refreshSnapshot } from "./snapshot/snapshot.ts";

const LONGEST = 200;
const MOST_POINTS = 10;

const show = defineCommand({
  noun: "offers",
  verb: "show",
  reads: true,
  summary: "The special offer as shoppers see it.",
  args: [],
  options: {},
  examples: ["offers show"],
  run: async (context) => formatFacts(context, await readOffer(context)),
});

const setOffer = defineCommand({
  noun: "offers",
  verb: "set",
  preview: "rehearse",
  revision: findRevision,
  summary: "Set the heading of the special offer, its points, or both; or take it down.",
  args: [],
  // Without an offer, its box disappears and the bar says 'Special Offer'.
  confirm: ({ options }) => (options["none"] ? "Take the special offer down?" : null),
  options: {
    heading: { summary: "in the bar at the top of every page, and above the points on product pages" },
    points: { summary: "the points, one after another, each between quotes", many: true },
    none: { summary: "take it down", flag: true },
  },
  examples: [
    'offers set --heading "₹99 off every order"',
    'offers set --points "Taken off automatically." "No code."',
    "offers set --none --yes",
  ],
  async run(context, { options }) {
    const { heading, points } = options;
    if (options["none"]) return changeOffer(context, () => NO_OFFER);
    if (heading === undefined && points === undefined)
      throw new UsageError('Say what is to be set: --heading "…", --points "…" "…" or --none.');
    return changeOffer(context, (before) => {
      const after = {
        heading: heading === undefined ? before.heading : checkSentence(heading),
        points: points === undefined ? before.points : points.split("\n").map(checkSentence),
      };
      if (after.points.length > MOST_POINTS)
        throw new UsageError(`Up to ${MOST_POINTS} points can be shown.`);
      return after;
    });
  },
});

/** The operator's commands for the special offer. */
export const offerCommands: Command[] = [show, setOffer];

const NO_OFFER: SpecialOffer = { heading: "", points: [] };

async function readOffer(context: Context): Promise<SpecialOffer> {
  await refreshSnapshot(context);
  const { heading, points } = getSnapshot(context).files.specialOffer ?? NO_OFFER;
  return { heading, points };
}

async function changeOffer(
  context: Context,
  change: (before: SpecialOffer) => SpecialOffer,
): Promise<CommandResult> {
  const offer = await changeByHand(context, async (_tx, { homeContent }) => {
    const { specialOffer: before = NO_OFFER, ...others } = homeContent;
    const after = change(before);
    const isUp = after.heading !== "" || after.points.length > 0;
    const specialOffer = { ...after, toConfirm: [] };
    return { answer: after, homeContent: isUp ? { ...others, specialOffer } : others };
  });
  await refreshSnapshot(context);
  return formatFacts(context, offer);
}

async function findRevision(context: Context): Promise<string> {
  return toRevision(await readOffer(context));
}

/** The facts show the offer as shoppers see it. `written` contains the texts with unfilled fields, for editing. */
function formatFacts(context: Context, written: SpecialOffer): CommandResult {
  const offer = fillOffer(context, written);
  const isUp = offer.heading !== "" && offer.points.length > 0;
  return {
    facts: {
      heading: offer.heading || "none",
      ...Object.fromEntries(offer.points.map((point, at) => [`point ${at + 1}`, point])),
    },
    message: isUp ? "" : "The box on product pages shows only with a heading and at least one point.",
    data: { ...offer, written, revision: toRevision(written) },
  };
}

function checkSentence(given: string): string {
  const text = given.trim();
  if (text === "" || text.length > LONGEST || !isWellFormedText(text))
    throw new UsageError(`A heading or a point has 1 to ${LONGEST} characters.`);
  return text;
}
