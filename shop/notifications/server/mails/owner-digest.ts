import { deskLinks } from "#contract/desk-links.ts";
import { formatCount } from "#contract/text.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import { findToday, listTodayFacts } from "#shop/today/server/index.ts";
import { ownerDigestDue } from "../../events.ts";
import { command, defineOwnerMail, linkToDesk, type OwnerMailText } from "../owner-mail.ts";

export const ownerDigestMail = defineOwnerMail(
  ownerDigestDue,
  "owner-digest",
  ["urgent", "digest"],
  writeDigest,
  {
    when: "every morning at 8 if there are tasks or sales; the e-mail goes to you, unless OWNER_MAILS=each",
    sample: ({ deskUrl }) =>
      writeOwnerDigestMail({
        deskUrl,
        facts: { "To pack": "1 order", Overdue: "0", "Sold yesterday": "₹2,022.64, 1 order" },
        waiting: [
          {
            about: "TRV-SAMPLE",
            what: "1 × Acacia Everyday Bowl: Asha Patel, Pune, ₹2,022.64",
            remedy: "Dispatch the order by Wed 25 Nov, with its courier and tracking number",
            screen: deskLinks.order("TRV-SAMPLE"),
          },
          {
            about: "TRV-SAMPLE",
            what: "Asha Patel, ₹2,022.64: asks to cancel the order",
            remedy: "Approve or decline the request by 21 Nov 2026 at 1:30 pm",
            screen: deskLinks.order("TRV-SAMPLE"),
          },
        ],
      }),
  },
);

async function writeDigest(context: Context): Promise<OwnerMailText | null> {
  const today = await findToday(context);
  const { trouble, toAnswer, toPack, comingBack, lowStock, yesterday } = today;
  const entries = [
    ...trouble.map((finding) => ({ ...finding, screen: deskLinks.health() })),
    ...toAnswer,
    ...toPack,
    ...comingBack,
    ...lowStock,
  ];
  if (entries.length === 0 && yesterday.orders === 0) return null;
  return writeOwnerDigestMail({
    facts: listTodayFacts(today),
    waiting: entries,
    deskUrl: context.config.deskUrl,
  });
}

interface OwnerDigest {
  facts: Readonly<Record<string, string>>;
  waiting: readonly (Finding & { screen: string })[];
  deskUrl: string | undefined;
}

const MAX_IN_DIGEST = 40;

function writeOwnerDigestMail({ facts, waiting, deskUrl }: OwnerDigest): OwnerMailText {
  const listed = waiting.slice(0, MAX_IN_DIGEST);
  const remaining = waiting.length - listed.length;
  return {
    subject: `Today in the shop: ${waiting.length === 0 ? "nothing to do" : `${formatCount(waiting.length, "thing")} to do`}`,
    preview: Object.entries(facts)
      .map(([label, value]) => `${label}: ${value}`)
      .join(" · "),
    heading: "Today in the shop",
    paragraphs: [],
    facts: [
      ...Object.entries(facts).map(([label, value]) => ({ label, value })),
      ...listed.flatMap(({ about, what, screen }) => {
        const link = linkToDesk(deskUrl, about, screen);
        return link ? [{ label: about, value: what, href: link.href }] : [];
      }),
    ],
    screen: { label: "Open the desk", href: deskLinks.today() },
    nextTitle: "What you need to do",
    commands: [
      ...listed.map(({ about, what, remedy }) => `${about}: ${what} (${remedy})`),
      ...(remaining > 0 ? [`and ${remaining} more: ${command("today")}`] : []),
    ],
    footnote: deskUrl
      ? remaining > 0
        ? `${remaining} more ${remaining === 1 ? "task waits" : "tasks wait"} at the desk.`
        : "The desk shows the current state."
      : `To see the current state: ${command("today")}`,
  };
}
