import { isWellFormedText } from "#contract/text.ts";
import { type Command, command, CommandRefused, type CommandResult } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { findSpecialOffer, setSpecialOffer } from "#server/merchandising";
import { changeGoods } from "./catalogue-version.ts";
import { refreshSnapshot } from "./snapshot.ts";

const LONGEST = 200;
const MOST_POINTS = 10;

const show = command({
  noun: "offers",
  verb: "show",
  summary: "The special offer as shoppers see it.",
  args: [],
  options: {},
  examples: ["offers show"],
  run: (context) => asFacts(context),
});

const set = command({
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
    'offers set --points "It comes off by itself." "No code."',
  ],
  async run(context, { options }) {
    const { heading, points } = options;
    if (heading === undefined && points === undefined)
      throw new CommandRefused('Say what is to be set: --heading "…" or --points "…" "…".');
    await changeGoods(context, async (tx) => {
      const before = await findSpecialOffer(tx);
      const after = {
        heading: heading === undefined ? before.heading : sentence(heading),
        points: points === undefined ? before.points : points.split("\n").map(sentence),
      };
      if (after.points.length > MOST_POINTS)
        throw new CommandRefused(`Up to ${MOST_POINTS} points can be shown.`);
      await setSpecialOffer(tx, after);
    });
    return asFacts(context);
  },
});

const remove = command({
  noun: "offers",
  verb: "remove",
  summary: "Take the special offer down: its box disappears, the bar says 'Special Offer'.",
  args: [],
  options: {},
  confirm: () => "Take the special offer down?",
  examples: ["offers remove --yes"],
  async run(context) {
    await changeGoods(context, (tx) => setSpecialOffer(tx, null));
    return asFacts(context);
  },
});

/** The operator's hands on the special offer. */
export const offerCommands: Command[] = [show, set, remove];

async function asFacts(context: Context): Promise<CommandResult> {
  await refreshSnapshot(context);
  const offer = await findSpecialOffer(context.db);
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

function sentence(given: string): string {
  const text = given.trim();
  if (text === "" || text.length > LONGEST || !isWellFormedText(text))
    throw new CommandRefused(`A heading or a point has 1 to ${LONGEST} characters.`);
  return text;
}
