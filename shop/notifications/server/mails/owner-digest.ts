import { formatCount } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import type { MailAct } from "#platform/operator/mail-links.ts";
import { buildOwnerHref, OWNER_PATH } from "#shop/owner-links/server/index.ts";
import { buildDispatchHref, DISPATCH_PATH } from "#shop/parcels/server/index.ts";
import { findToday, listTodayFacts } from "#shop/today/server/index.ts";
import { ownerDigestDue } from "../../events.ts";
import type { MailContent } from "../mail.ts";
import { command, defineOwnerMail, WHY_OWNER } from "../owner-mail.ts";
import { fillSampleLink } from "../samples.ts";

export const ownerDigestMail = defineOwnerMail(
  ownerDigestDue,
  "owner-digest",
  ["urgent", "digest"],
  writeDigest,
  {
    "owner-digest": {
      when: "at 8 in the morning, when something waits or something was sold: to you, unless OWNER_MAILS=each",
      sample: () =>
        writeOwnerDigestMail({
          facts: { "To pack": "1 order", Overdue: "0", "Sold yesterday": "₹2,022.64, 1 order" },
          waiting: [
            {
              about: "TRV-SAMPLE",
              what: "Asha Patel, Pune, ₹2,022.64: to leave by Wed 25 Nov",
              remedy: "orders dispatch TRV-SAMPLE --courier … --number …",
              way: { label: "Mark as dispatched", href: fillSampleLink(DISPATCH_PATH) },
            },
            {
              about: "TRV-SAMPLE",
              what: "its customer asks to cancel it: answer by 21 Nov 2026 at 1:30 pm",
              remedy: "cancellations approve TRV-SAMPLE, or decline",
              way: { label: "Decide", href: fillSampleLink(OWNER_PATH) },
            },
          ],
        }),
    },
  },
);

/** Not sent on a day without open tasks and sales. */
async function writeDigest(context: Context): Promise<MailContent | null> {
  const today = await findToday(context);
  const { trouble, toAnswer, toPack, comingBack, lowStock, yesterday } = today;
  // A dispatch link ships an order once; the rest of an order needs a command.
  const withLinks = toPack.map(({ isRest, ...each }) =>
    isRest
      ? each
      : { ...each, way: { label: "Mark as dispatched", href: buildDispatchHref(context, each.about) } },
  );
  const withWay = <Waiting extends { act?: MailAct }>({ act, ...each }: Waiting, label: string) =>
    act ? { ...each, way: { label, href: buildOwnerHref(context, act) } } : each;
  const waiting = [
    ...trouble,
    ...toAnswer.map((each) => withWay(each, "Decide")),
    ...withLinks,
    ...comingBack.map((each) => withWay(each, "The parcel is here")),
    ...lowStock.map((each) => withWay(each, "Count the pieces")),
  ];
  if (waiting.length === 0 && yesterday.orders === 0) return null;
  return writeOwnerDigestMail({ facts: listTodayFacts(today), waiting });
}

/** The work that waits for the owner, as the digest shows it. */
interface OwnerDigest {
  facts: Readonly<Record<string, string>>;
  waiting: readonly {
    about: string;
    what: string;
    remedy: string;
    /** A link to do it from a phone. */
    way?: { label: string; href: string };
  }[];
}

const MOST_IN_DIGEST = 40;

/** The owner's daily mail: open tasks and yesterday's sales. */
function writeOwnerDigestMail({ facts, waiting }: OwnerDigest): MailContent {
  const shown = waiting.slice(0, MOST_IN_DIGEST);
  const more = waiting.length - shown.length;
  return {
    subject: `Today in the shop: ${waiting.length === 0 ? "nothing waits" : `${formatCount(waiting.length, "thing")} to see to`}`,
    preview: Object.entries(facts)
      .map(([label, value]) => `${label}: ${value}`)
      .join(" · "),
    heading: "Today in the shop",
    paragraphs: [],
    facts: [
      ...Object.entries(facts).map(([label, value]) => ({ label, value })),
      ...shown.flatMap(({ about, way }) =>
        way === undefined ? [] : { label: about, value: way.label, href: way.href },
      ),
    ],
    ...(waiting.length > 0 && {
      next: {
        title: "What waits for you",
        sentences: [
          ...shown.map(({ about, what, remedy }) => `${about}: ${what} (${remedy})`),
          ...(more > 0 ? [`and ${more} more: ${command("today")}`] : []),
        ],
      },
    }),
    footnote: `As it is now: ${command("today")}`,
    why: WHY_OWNER,
  };
}
