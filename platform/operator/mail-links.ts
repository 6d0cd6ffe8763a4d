import { and, eq, lt, ne } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { DAY, MINUTE, SECOND } from "#contract/time.ts";
import type { Context } from "../context.ts";
import { readSignedLink } from "../http/signed-link.ts";
import { buildLinkHref } from "../pages/link-page.ts";
import { MAIL_LINK } from "./audit.ts";
import { type Command, defineCommand } from "./command.ts";
import type { OperatorReply } from "./protocol.ts";
import { runCommand } from "./run-command.ts";
import { operatorMailLink } from "./tables.ts";

/* Links in the owner's mails. Each allows one action on one order or product, once: it seals both and its creation
   time, expires after some days, and is revoked with all others by `links revoke`. */

/** The days for which a link of the owner's mails works. */
export const MAIL_LINK_DAYS = 7;

/** The action of a link and its target: `cancellation` of `TRV-7K3M9Q`. */
export interface MailAct {
  act: string;
  subject: string;
}

interface OpenedMailLink extends MailAct {
  /** Its text without the seal. */
  text: string;
  /** The reason why the link does not work, as a sentence; null if it works. */
  closed: string | null;
  isUsed: boolean;
}

/** Said of a link that was made before `links revoke`. */
export const LINKS_REVOKED = "The links of mails of that time were ended by 'links revoke'.";

const PURPOSE = "owner-act";

/** Returns a URL for one action, valid for a week; only for the owner. */
export const buildMailActHref = (context: Context, path: string, { act, subject }: MailAct): string =>
  buildLinkHref(context, path, PURPOSE, `${act}.${subject}.${Math.floor(context.now().getTime() / SECOND)}`);

/** True if the shop created this link, even if it has been used or has expired. */
export const isMailLink = (context: Context, link: string): boolean =>
  readSignedLink(context, PURPOSE, link) !== null;

/** Reads a link, which changes nothing; null for one that the shop has not made. */
export async function readMailLink(context: Context, link: string): Promise<OpenedMailLink | null> {
  const text = readSignedLink(context, PURPOSE, link);
  const [, act = "", subject = "", madeAt = ""] = /^([a-z]+)\.(.+)\.(\d+)$/.exec(text ?? "") ?? [];
  const made = new Date(Number(madeAt) * SECOND);
  // A link from the future would outlive its seven days and `links revoke`; only a stolen secret can create it.
  if (text === null || act === "" || made.getTime() > context.now().getTime() + MINUTE) return null;
  const [used] = await context.db.select().from(operatorMailLink).where(eq(operatorMailLink.link, text));
  const closed = used
    ? `It was used on ${formatDateTime(used.usedAt)}: a link of a mail works once.`
    : await findClosed(context, made);
  return { act, subject, text, closed, isUsed: used !== undefined };
}

async function findClosed(context: Context, madeAt: Date): Promise<string | null> {
  if (await isMailLinkRevoked(context, madeAt)) return LINKS_REVOKED;
  return context.now().getTime() > madeAt.getTime() + MAIL_LINK_DAYS * DAY
    ? `It works for ${MAIL_LINK_DAYS} days, and these are over.`
    : null;
}

/** Whether the links that were made at this moment were ended. */
export async function isMailLinkRevoked({ db }: Context, madeAt: Date): Promise<boolean> {
  const [revoked] = await db.select().from(operatorMailLink).where(eq(operatorMailLink.link, ALL));
  return revoked !== undefined && madeAt <= revoked.usedAt;
}

/** Revokes all links created until that moment. */
const ALL = "*";

interface Act {
  command: Command;
  args: Record<string, string>;
  options: Record<string, string>;
  /** The folder of the files that the command's options name. */
  folder?: string;
  /** The revision that the page showed. */
  expected?: string | undefined;
  /** True if its question was confirmed. */
  confirmed: boolean;
}

/** Outcomes in which certainly nothing was changed. A command that threw (`failed`) may have changed something. */
const NOTHING_DONE: readonly OperatorReply["outcome"][] = ["confirm", "refused", "stale", "unknown", "usage"];

/**
 * Runs a command once for the holder of a link, and records it like a typed one. Returns null if the link was used in
 * the meantime. If the command is refused or asks a question, the link stays valid. If its outcome is unknown, the link
 * stays used.
 */
export async function runByMailLink(
  context: Context,
  { text }: OpenedMailLink,
  { command, folder = "/", expected, ...act }: Act,
): Promise<OperatorReply | null> {
  const claimed = await context.db
    .insert(operatorMailLink)
    .values({ link: text, usedAt: context.now() })
    .onConflictDoNothing()
    .returning();
  if (claimed.length === 0) return null;
  const { noun, verb } = command;
  const stated = expected === undefined ? {} : { expected };
  const typed = { noun, verb, ...act, ...stated, folder, osUser: MAIL_LINK };
  const reply = await runCommand(context, [command], typed, () => {});
  if (NOTHING_DONE.includes(reply.outcome))
    await context.db.delete(operatorMailLink).where(eq(operatorMailLink.link, text));
  return reply;
}

export const revokeLinks = defineCommand({
  noun: "links",
  verb: "revoke",
  summary: "Ends every link in the mails you had until now: dispatch, decide, count, add pictures.",
  args: [],
  options: {},
  preview: "rehearse",
  confirm: () => "End every link in your mails until now? New mails bring new ones.",
  examples: ["links revoke"],
  async run({ db, now }) {
    const usedAt = now();
    await db
      .insert(operatorMailLink)
      .values({ link: ALL, usedAt })
      .onConflictDoUpdate({ target: operatorMailLink.link, set: { usedAt } });
    return {
      message:
        "No link of an earlier mail does anything any more. Links in mails to customers are not these.",
    };
  },
});

/** Forgets links that have been too old for long. */
export const deleteOldMailLinks = ({ db, now }: Pick<Context, "db" | "now">): Promise<unknown> =>
  db
    .delete(operatorMailLink)
    .where(
      and(
        ne(operatorMailLink.link, ALL),
        lt(operatorMailLink.usedAt, new Date(now().getTime() - 2 * MAIL_LINK_DAYS * DAY)),
      ),
    );
