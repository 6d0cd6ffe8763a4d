import { counted } from "#contract/text.ts";
import { type Command, command } from "#platform/command.ts";
import type { Concern } from "#platform/concern.ts";
import type { Config } from "#platform/config.ts";
import { diskConcerns } from "#platform/disk-space.ts";
import { outboxConcerns } from "#platform/outbox-concerns.ts";
import { privacyConcerns } from "#platform/private-files.ts";
import { proxyConcerns } from "#platform/proxies.ts";
import { catalogueConcerns } from "../shop/catalogue/server/concerns.ts";
import { orderConcerns } from "../shop/orders/server/concerns.ts";
import { paymentConcerns } from "../shop/payments/server/concerns.ts";

const check = command({
  noun: "check",
  verb: "",
  summary: "Looks over the whole shop and names what needs you; ends with 1 when something does.",
  args: [],
  options: {},
  examples: ["check", "check --json"],
  async run(context) {
    const concerns = [
      ...settingConcerns(context.config),
      ...proxyConcerns(context),
      ...(await privacyConcerns(context.config.dataDir)),
      ...(await diskConcerns(context.config.dataDir)),
      ...(await paymentConcerns(context)),
      ...(await orderConcerns(context)),
      ...(await outboxConcerns(context.db)),
      ...(await catalogueConcerns(context)),
    ];
    return {
      columns: ["about", "what", "what to do"],
      rows: concerns.map(({ about, what, remedy }) => [about, what, remedy]),
      words: concerns.length === 0 ? "Nothing needs you." : `${counted(concerns.length, "thing")} to see to.`,
      data: concerns,
      ...(concerns.length > 0 && { attention: true as const }),
    };
  },
});

/** The operator's look over everything at once. */
export const checkCommands: Command[] = [check];

/** Settings that are good for trying the shop out, not for selling. */
export function settingConcerns({ profile, testPayments, smtpUrl, mailFrom, publicUrl }: Config): Concern[] {
  const set = (name: string) => `Set ${name}, see .env.example`;
  return [
    { is: profile === "demo", about: "SHOP_PROFILE", what: "the shop runs as a demonstration" },
    { is: testPayments, about: "TEST_PAYMENTS", what: "anybody can pay with test cards: no money comes in" },
    { is: smtpUrl === undefined, about: "SMTP_URL", what: "mails are only written to files" },
    {
      is: mailFrom.includes("@localhost"),
      about: "MAIL_FROM",
      what: "mails come from nobody who can be answered",
    },
    {
      is: !publicUrl.startsWith("https:"),
      about: "PUBLIC_URL",
      what: `customers come over ${publicUrl}, which nobody protects from being read along`,
    },
  ].flatMap(({ is, about, what }) => (is ? [{ about, what, remedy: set(about) }] : []));
}
