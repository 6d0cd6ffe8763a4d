import { isWellFormedText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { type Command, defineCommand, type CommandResult, UsageError } from "#platform/operator/command.ts";
import { fillWords, getFieldValues } from "#shop/texts/server/index.ts";
import type { SpecialOffer } from "../special-offer.ts";
import { specialOffer } from "./tables.ts";

/** The offer that is up, or one without heading and points, which shows nothing (§2.6). */
export async function findSpecialOffer(db: Db | Tx): Promise<SpecialOffer> {
  const [offer] = await db.select().from(specialOffer);
  return offer ? { heading: offer.heading, points: offer.points } : { heading: "", points: [] };
}

/** The same as shoppers see it, with the shop's present numbers in its words. */
export async function findShownOffer(context: Context): Promise<SpecialOffer> {
  const { heading, points } = await findSpecialOffer(context.db);
  const values = getFieldValues(context);
  return {
    heading: fillWords(heading, values) ?? "",
    points: points.flatMap((point) => fillWords(point, values) ?? []),
  };
}

/** Puts up the owner's special offer, or takes it down with null. */
export async function setSpecialOffer(tx: Tx, offer: SpecialOffer | null): Promise<void> {
  if (offer === null) {
    await tx.delete(specialOffer);
    return;
  }
  const { heading, points } = offer;
  await tx
    .insert(specialOffer)
    .values({ id: 1, heading, points })
    .onConflictDoUpdate({ target: specialOffer.id, set: { heading, points } });
}

/** Makes a change that visitors see at once, on every page: what is cached of the pages is dropped. */
export type ChangeShownContent = (context: Context, change: (tx: Tx) => Promise<void>) => Promise<void>;

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
  run: (context) => formatFacts(context),
});

const setOffer = (changeShownContent: ChangeShownContent): Command =>
  defineCommand({
    noun: "offers",
    verb: "set",
    summary: "Set the heading of the special offer, its points, or both.",
    args: [],
    options: {
      heading: { summary: "in the bar at the top of every page, and above the points on product pages" },
      points: { summary: "the points, one after another, each between quotes", many: true },
    },
    examples: [
      'offers set --heading "₹99 off every order"',
      'offers set --points "Taken off automatically." "No code."',
    ],
    async run(context, { options }) {
      const { heading, points } = options;
      if (heading === undefined && points === undefined)
        throw new UsageError('Say what is to be set: --heading "…" or --points "…" "…".');
      await changeShownContent(context, async (tx) => {
        const before = await findSpecialOffer(tx);
        const after = {
          heading: heading === undefined ? before.heading : checkSentence(heading),
          points: points === undefined ? before.points : points.split("\n").map(checkSentence),
        };
        if (after.points.length > MOST_POINTS)
          throw new UsageError(`Up to ${MOST_POINTS} points can be shown.`);
        await setSpecialOffer(tx, after);
      });
      return formatFacts(context);
    },
  });

const removeOffer = (changeShownContent: ChangeShownContent): Command =>
  defineCommand({
    noun: "offers",
    verb: "remove",
    summary: "Take the special offer down: its box disappears, the bar says 'Special Offer'.",
    args: [],
    options: {},
    confirm: () => "Take the special offer down?",
    examples: ["offers remove --yes"],
    async run(context) {
      await changeShownContent(context, (tx) => setSpecialOffer(tx, null));
      return formatFacts(context);
    },
  });

/** The operator's commands for the special offer. */
export const createOfferCommands = (changeShownContent: ChangeShownContent): Command[] => [
  show,
  setOffer(changeShownContent),
  removeOffer(changeShownContent),
];

async function formatFacts(context: Context): Promise<CommandResult> {
  const offer = await findShownOffer(context);
  const isUp = offer.heading !== "" && offer.points.length > 0;
  return {
    facts: {
      heading: offer.heading || "none",
      ...Object.fromEntries(offer.points.map((point, at) => [`point ${at + 1}`, point])),
    },
    message: isUp ? "" : "The box on product pages shows only with a heading and at least one point.",
    data: offer,
  };
}

function checkSentence(given: string): string {
  const text = given.trim();
  if (text === "" || text.length > LONGEST || !isWellFormedText(text))
    throw new UsageError(`A heading or a point has 1 to ${LONGEST} characters.`);
  return text;
}
