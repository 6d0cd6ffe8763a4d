import * as v from "valibot";
import { password } from "#shop/accounts/credentials.ts";
import { profileMessages } from "#shop/accounts/profile.ts";
import { sessionMessages } from "#shop/accounts/session.ts";

export const deletion = v.object({ password });

export const privacyMessages = {
  deleted: "Your account has been deleted.",
  deleteFailed: "Could not delete the account. Please try again.",
  downloadFailed: "Could not gather your data. Please try again.",
  orderUnderWay:
    "One of your orders is still under way, and we need its address. Please delete the account once the order has arrived.",
  returnOpen:
    "One of your returns is still open. We need your address to collect the pieces, and your e-mail address to write to you. Please delete the account once the return is settled, or ask us to close it.",
  refundOpen:
    "We are still refunding one of your orders, and may need your phone number or e-mail address to send you the money. Please delete the account once the order is refunded.",
  short:
    "If you delete your account, your personal data is deleted at once. Orders stay without your name, because tax law requires us to keep their invoices.",
  deletedData:
    "Your name, e-mail address, phone number, password, saved addresses, bag, saved pieces, messages to us, newsletter subscription and back-in-stock requests are deleted at once, and you are logged out everywhere.",
  keptData:
    "Your orders stay, without your name, street and phone number: tax law makes us keep invoices for eight years. " +
    "An invoice made out to a company keeps the company's name and tax number. " +
    "Testimonials stay without your name. Only the stars of your reviews stay.",
} as const;

/** An account with an open order, return or refund is not deleted, because the shop still needs the contact data. */
export const deletionRefusals = {
  wrong_password: { status: 400, message: profileMessages.wrongPassword },
  no_password: { status: 409, message: profileMessages.noPassword },
  too_many: { status: 429, message: sessionMessages.tooManyAttempts },
  order_under_way: { status: 409, message: privacyMessages.orderUnderWay },
  return_open: { status: 409, message: privacyMessages.returnOpen },
  refund_open: { status: 409, message: privacyMessages.refundOpen },
} as const;
