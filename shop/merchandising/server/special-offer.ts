import { isDeepStrictEqual } from "node:util";
import { isWellFormedText } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { type ChangeKind, defineChangeKind, recordChange, UNDO_DAYS } from "#platform/operator/changes.ts";
import {
  type Command,
  CommandRefused,
  defineCommand,
  type CommandResult,
  toRevision,
  UsageError,
} from "#platform/operator/command.ts";
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

/** Puts up the owner's special offer, or takes it down where it says nothing. */
export async function setSpecialOffer(tx: Tx, { heading, points }: SpecialOffer): Promise<void> {
  if (heading === "" && points.length === 0) {
    await tx.delete(specialOffer);
    return;
  }
  await tx
    .insert(specialOffer)
    .values({ id: 1, heading, points })
    .onConflictDoUpdate({ target: specialOffer.id, set: { heading, points } });
}

/** How what visitors see is changed, of the feature that holds their pages. */
export interface ShownContent {
  /** Makes a change that visitors see at once, on every page: what is cached of the pages is dropped. */
  change: (context: Context, change: (tx: Tx) => Promise<void>) => Promise<void>;
  /** The same within a transaction that is begun; `show` then has it seen at once. */
  renew: (context: Context, tx: Tx) => Promise<void>;
  show: (context: Context) => Promise<unknown>;
}

type Offers = { from: SpecialOffer; to: SpecialOffer };

/** The heading and the points of the special offer, by a command. */
const createOfferChange = ({ renew, show }: Pick<ShownContent, "renew" | "show">) => {
  const kind: ChangeKind<Offers> = defineChangeKind<Offers>({
    name: "special-offer",
    forMs: UNDO_DAYS * DAY,
    async undo(context, tx, { from, to }) {
      await renew(context, tx);
      if (!isSameOffer(await findSpecialOffer(tx), to))
        throw new CommandRefused("The special offer was changed again later. Nothing was taken back.");
      return [await changeOffer(context, tx, kind, from)];
    },
    show,
  });
  return kind;
};

/** Puts the offer up, or takes it down where it says nothing, and records that; what it was, in words. */
async function changeOffer(
  context: Context,
  tx: Tx,
  kind: ChangeKind<Offers>,
  to: SpecialOffer,
): Promise<string> {
  const from = await findSpecialOffer(tx);
  await setSpecialOffer(tx, to);
  const summary = `the special offer: ${formatOffer(from)} → ${formatOffer(to)}`;
  if (!isSameOffer(from, to)) await recordChange(context, tx, kind, { summary, things: { from, to } });
  return summary;
}

/** True if both say the same. */
export const isSameOffer = (one: SpecialOffer, other: SpecialOffer): boolean =>
  isDeepStrictEqual([one.heading, one.points], [other.heading, other.points]);

/** The offer in one line. */
export const formatOffer = ({ heading, points }: SpecialOffer): string =>
  heading === "" && points.length === 0 ? "none" : `"${[heading, ...points].join(" · ")}"`;

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

const setOffer = (shown: ShownContent, kind: ChangeKind<Offers>): Command =>
  defineCommand({
    noun: "offers",
    verb: "set",
    preview: "rehearse",
    revision: findRevision,
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
      await shown.change(context, async (tx) => {
        const before = await findSpecialOffer(tx);
        const after = {
          heading: heading === undefined ? before.heading : checkSentence(heading),
          points: points === undefined ? before.points : points.split("\n").map(checkSentence),
        };
        if (after.points.length > MOST_POINTS)
          throw new UsageError(`Up to ${MOST_POINTS} points can be shown.`);
        await changeOffer(context, tx, kind, after);
      });
      return formatFacts(context);
    },
  });

const removeOffer = (shown: ShownContent, kind: ChangeKind<Offers>): Command =>
  defineCommand({
    noun: "offers",
    verb: "remove",
    preview: "rehearse",
    revision: findRevision,
    summary: "Take the special offer down: its box disappears, the bar says 'Special Offer'.",
    args: [],
    options: {},
    confirm: () => "Take the special offer down?",
    examples: ["offers remove --yes"],
    async run(context) {
      await shown.change(
        context,
        async (tx) => void (await changeOffer(context, tx, kind, { heading: "", points: [] })),
      );
      return formatFacts(context);
    },
  });

/** The operator's commands for the special offer, and the kind of change by which undo takes them back. */
export function createOfferCommands(shown: ShownContent) {
  const change = createOfferChange(shown);
  return { commands: [show, setOffer(shown, change), removeOffer(shown, change)], change };
}

const findRevision = async ({ db }: Context): Promise<string> => toRevision(await findSpecialOffer(db));

/** The facts show it as shoppers see it; `written` has its fields unfilled, to be changed and set again. */
async function formatFacts(context: Context): Promise<CommandResult> {
  const [offer, written] = [await findShownOffer(context), await findSpecialOffer(context.db)];
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
