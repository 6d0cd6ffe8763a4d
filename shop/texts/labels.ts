import { toLabel } from "#contract/field-labels.ts";
import { policyTitles } from "#shop/policies/titles.ts";

/* The names of texts and mails for the owner. */

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

const MAILS: ReadonlyMap<string, string> = new Map(
  Object.values(MAIL_GROUPS).flatMap((mails) => Object.entries<string>(mails)),
);

/** Returns the name of a mail: `order-paid` gives "Order paid". For a mail to the owner, it begins with "To you". */
export const labelMail = (kind: string): string =>
  MAILS.get(kind) ?? toLabel(kind).replace(/^Owner /, "To you: ");

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
