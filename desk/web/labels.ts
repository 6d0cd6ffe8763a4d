import { toLabel } from "#contract/field-labels.ts";
import { NO_MAILBOX } from "#contract/mailbox.ts";
import { capitalise } from "#contract/text.ts";
import { sellerOptionNames } from "#shop/catalogue/command-results.ts";
import { policyTitles } from "#shop/policies/titles.ts";
import { isWordedMail, mailFields, type ReplaceableMail } from "#shop/texts/mail-fields.ts";
import { textNames } from "#shop/texts/text.ts";
import type { RunReply } from "../calls.ts";
import { PHRASES, toCommandTitle } from "./phrases.ts";

/* Labels of fields, texts and settings, which the desk shows instead of their names on the command line. */

const MAIL_GROUPS = {
  Orders: {
    "order-placed": "Order placed",
    "order-paid": "Order paid",
    "order-taken": "Order by phone, with the link to pay",
    "order-to-confirm": "Cash order to confirm",
    "order-confirmed": "Cash order confirmed",
    "order-corrected": "Address or company changed",
    "order-expired": "Order cancelled because it was not paid",
    "order-unconfirmed": "Cash order cancelled because it was not confirmed",
  },
  Payments: {
    "order-reinvoiced": "New invoice",
    "order-refunded": "Refund sent",
    "order-refunded-by-hand": "Refund by your own transfer",
  },
  Delivery: {
    "order-dispatched": "Order dispatched",
    "parcel-dispatched": "One of several parcels dispatched",
    "parcel-delivered": "One of several parcels delivered",
    "order-delivered": "Order delivered",
    "dispatch-undone": "Not dispatched after all",
    "order-replaced": "Pieces sent again",
    "parcel-lost-refunded": "Lost parcel refunded",
    "parcel-lost-replaced": "Lost parcel sent again",
  },
  Cancellations: {
    "cancellation-received": "Cancellation requested",
    "cancellation-approved": "Cancellation approved",
    "cancellation-declined": "Cancellation declined",
    "cancellation-reopened": "Cancellation request open again",
    "order-cancelled": "Order cancelled by you",
    "order-refused": "Cash order refused at the door",
    "order-part-cancelled": "Some pieces cancelled by you",
    "order-pieces-cancelled": "Some pieces cancelled by the customer",
  },
  Returns: {
    "return-requested": "Return requested",
    "return-accepted": "Return accepted",
    "return-refused": "Return refused",
    "return-received": "Returned pieces have arrived",
  },
  Account: {
    welcome: "Welcome",
    "reset-code": "Code for a new password",
    "password-changed": "Password changed",
    "new-device": "Login from a new device",
    "shared-login": "One login used in two places",
  },
  "Reviews and stock": {
    "review-request": "Request for a review",
    "back-in-stock": "Back in stock",
  },
} as const;

const MAILS: Readonly<Record<ReplaceableMail, string>> = {
  ...MAIL_GROUPS.Orders,
  ...MAIL_GROUPS.Payments,
  ...MAIL_GROUPS.Delivery,
  ...MAIL_GROUPS.Cancellations,
  ...MAIL_GROUPS.Returns,
  ...MAIL_GROUPS.Account,
  ...MAIL_GROUPS["Reviews and stock"],
};

/** Returns the name of a mail: `order-paid` gives "Order paid". For a mail to the owner, it begins with "To you". */
export const labelMail = (kind: string): string =>
  isWordedMail(kind) ? MAILS[kind] : toLabel(kind).replace(/^Owner /, "To you: ");

const TEXTS: Readonly<Record<string, string>> = {
  "refund-policy": policyTitles.returns,
  terms: policyTitles.terms,
  faq: policyTitles.faq,
  care: policyTitles.care,
};

/** Returns the name of a text of the shop, which is a page such as `terms` or a mail such as `mails/order-paid`. */
export const labelText = (name: string): string =>
  name.startsWith("mails/") ? labelMail(name.replace("mails/", "")) : (TEXTS[name] ?? toLabel(name));

export const textGroups: readonly string[] = ["Pages", ...Object.keys(MAIL_GROUPS)];

export const getTextGroup = (name: string): string =>
  Object.entries(MAIL_GROUPS).find(([, mails]) => Object.hasOwn(mails, name.replace("mails/", "")))?.[0] ??
  "Pages";

/** Returns the label of a field that a text can contain: `delivery-time` gives "Delivery time". */
export const labelField = (field: string): string =>
  capitalise(field.replaceAll("-", " ").replace(/[cs]?gst(in)?/, (tax) => tax.toUpperCase()));

const FIELD_GROUPS: readonly (readonly [group: string, names: RegExp])[] = [
  [
    "Delivery",
    /^(shipping|shipping-offer|shipping-title|free-.*|processing-.*|delivery-.*|order-before|.*-days)$/,
  ],
  ["Prices and payment", /^([cs]gst|taxes|payment)$/],
  ["Returns and refunds", /refund|return|report|cancel|replace|warranty|credit|reduced|answer|reply/],
];

export const groupField = (field: string): string =>
  FIELD_GROUPS.toReversed().find(([, names]) => names.test(field))?.[0] ?? "Your shop";

export const PAYMENT_STATES: Readonly<Record<string, string>> = {
  Pending: "Not paid yet",
  Failed: "The payment failed",
  Completed: "Paid",
  Expired: "Not paid",
  Refunding: "The refund is on its way",
};

/** Replaces command-line names with names on screens: `--recipient is missing` gives `“Recipient” is missing`. */
export const toScreenWords = (text: string, noun = ""): string =>
  text
    .replaceAll(NO_MAILBOX, "")
    .replaceAll(/'([a-z][a-z-]*(?: [a-z][a-z\d-]*)?)(?: --[a-z-]+)*'/g, (quoted, command: string) =>
      Object.hasOwn(PHRASES, command) ? `“${toCommandTitle(command)}”` : quoted,
    )
    .replaceAll(OPTIONS, (_, name: string) => `“${toLabel(name, noun)}”`)
    .replaceAll(UNKNOWN_VALUE, (_, name: string) => describeUnknownValue(name))
    .replaceAll("without a field. Write a field like {{shop}}.", "without a value. Remove them.")
    .replaceAll(
      TEXT,
      (_, start: string, mail: string | undefined, name: string) =>
        `${start}“${labelText(mail === undefined ? name : `mails/${name}`)}”`,
    );

export const describeUnknownValue = (name: string): string =>
  `{{${name}}} is not a value of the shop. Remove it, or choose a value with “Insert a value”.`;

/** Matches the name of a text in a line about its change: `the text terms`, or `the text of the e-mail order-paid`. */
const TEXT = new RegExp(
  `\\b(the text (of the e-mail )?)(${[...textNames, ...Object.keys(mailFields)].join("|")})(?![\\w-])`,
  "gi",
);

/** Matches the refusal of an unknown value, which names all values as the command line does. */
const UNKNOWN_VALUE = /\{\{([^{}]*)\}\} is not a field\. Choose from: [a-z0-9-]+(?:, [a-z0-9-]+)*\./g;

const OPTIONS = /(?<![\w-])--([a-z][a-z-]*)/g;

/**
 * Puts the label before an error at a field: `has 12 characters` gives `GSTIN has 12 characters`. Errors of the
 * checkout may begin with its own label `Phone Number`, which is replaced.
 */
export function labelFault(label: string, fault: string): string {
  const text = fault.replace(/^Phone Number (?=[a-z])/, "");
  return /^[a-z]/.test(text) ? `${label} ${text}` : `${label}: ${text}`;
}

export function toScreenReply(reply: RunReply, noun: string): RunReply {
  // Keep the question unchanged, because the confirmation sends it back and the shop compares it. The screen replaces
  // the words when it shows the question.
  if (reply.outcome === "confirm") return reply;
  if (reply.outcome === "done") {
    const { message } = reply.result;
    return message === undefined
      ? reply
      : { ...reply, result: { ...reply.result, message: toScreenWords(message, noun) } };
  }
  const faults = Object.entries(("fields" in reply && reply.fields) || {});
  // A message with option names such as `--to` is for the command line, so show the errors of the fields.
  const isOfCommandLine = faults.length > 0 && reply.message.search(OPTIONS) >= 0;
  const message = isOfCommandLine
    ? faults.map(([name, fault]) => labelFault(toLabel(name, noun), fault)).join("\n")
    : toScreenWords(reply.message, noun);
  return { ...reply, message };
}

/** The owner's words for settings whose name begins with `start`. */
const SETTINGS: readonly (readonly [start: string, label: string])[] = [
  ["SHOP_PROFILE", "Demonstration"],
  ["SMTP_", "Mail server"],
  ["MAIL_FROM", "Sender of the shop's e-mails"],
  ["MAIL_TO", "E-mails to you"],
  ["PUBLIC_URL", "Address of the shop"],
  ["RAZORPAY_", "Payments by Razorpay"],
  ["BACKUP_", "Backups"],
  ["DATABASE_", "Database"],
  ["DATA_DIR", "Folder of the shop's data"],
  ["SIGN_IN_", "Login with Google"],
  ["TEST_PAYMENTS", "Test payments"],
  ["CATALOGUE_DIR", "Folder of the catalogue"],
  ["PICTURES_", "Picture storage"],
  ["TRUST_PROXY", "Proxy"],
  ["SHOP_SECRET", "Secret key of the shop"],
  [".env", "File with the settings"],
];

/** All settings that are not in the list have one common label. Other texts, such as an order number, do not change. */
export const labelSetting = (name: string): string =>
  SETTINGS.find(([start]) => name.startsWith(start))?.[1] ??
  (/^[A-Z\d]+(_[A-Z\d]+)+$|^(HOST|PORT)$/.test(name) ? "Setting of the shop's server" : name);

/** Returns the label of the setting or text that has a problem: `seller.json, address.zipCode` gives "PIN". */
export function labelFinding(about: string): string {
  const [, text] = /^(?:texts\/)?([\w/-]+)\.md$/.exec(about) ?? [];
  if (text !== undefined) return labelText(text);
  const [, file, place = ""] = /^([\w-]+)\.json(?:, (.*))?$/.exec(about) ?? [];
  if (file === undefined) return labelSetting(about);
  // `toConfirm` (statements that the owner must confirm) is not a field of the form, so it has no label. If no other
  // field is named, return the label of the file.
  const fields = place.split(", ").filter((field) => field !== "" && field !== "toConfirm");
  const labels = fields.map((field) => {
    const name = field.replace(/\.\d+\.url$/, "");
    return toLabel(sellerOptionNames[name] ?? name.replace(/^address\./, ""));
  });
  return labels.join(", ") || toLabel(file);
}
