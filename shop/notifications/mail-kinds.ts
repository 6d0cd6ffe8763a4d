import {
  writeNewDeviceMail,
  writeSharedLoginMail,
  writePasswordChangedMail,
  writeResetCodeMail,
  writeWelcomeMail,
} from "./account-mails.ts";
import type { OrderNews } from "./order-mail-parts.ts";
import { writeContactMail } from "./contact-mail.ts";
import { writeGoodsHeldMail } from "./goods-held-mail.ts";
import type { MailContent } from "./mail.ts";
import type { SampleFacts } from "./sample-order.ts";
import { ownerMails } from "./owner-mail-kinds.ts";
import { orderMails } from "./order-mail-kinds.ts";

const otherMails = {
  welcome: {
    when: "somebody registers, or signs in for the first time with another account",
    sample: ({ seller }) => writeWelcomeMail("Asha", seller?.tradeName ?? "Taruva"),
  },
  "reset-code": {
    when: "somebody forgot the password",
    sample: () =>
      writeResetCodeMail("Asha", "012345", { email: "asha@example.com", code: "sample".padEnd(43, "-") }),
  },
  "password-changed": {
    when: "a password was changed, in the profile or by a code",
    sample: () => writePasswordChangedMail("Asha"),
  },
  "new-device": {
    when: "somebody logs in from a device that this account was never entered from",
    sample: ({ now }) =>
      writeNewDeviceMail("Asha", { device: "Chrome on Android", network: "203.0.113.x", at: now }),
  },
  "shared-login": {
    when: "the login of a program or an app is used in two places at once",
    sample: ({ now }) => writeSharedLoginMail("Asha", { device: "curl", network: "203.0.113.x", at: now }),
  },
  "contact-message": {
    when: "somebody writes on the contact page: to you (MAIL_TO), answers go to the writer",
    sample: ({ now }) =>
      writeContactMail(
        {
          id: "00000000-0000-7000-8000-000000000000",
          name: "Asha Patel",
          email: "asha@example.com",
          message: "Hello,\n\nis the large acacia board food-safe on both sides?\n\nThank you\nAsha",
          receivedAt: now,
        },
        { canReply: true },
      ),
  },
  "goods-held": {
    when: "orders of the same pieces lapse unpaid again and again: to you (MAIL_TO)",
    sample: ({ products: [product] }) =>
      writeGoodsHeldMail({
        productId: product?._id ?? "everyday-bowl",
        title: product?.title ?? "Acacia Everyday Bowl",
        pattern: "customer",
        lapsed: 3,
      }),
  },
} as const satisfies Record<string, { when: string; sample(facts: SampleFacts): MailContent }>;

export type OrderMailKind = keyof typeof orderMails;

export type MailKind = OrderMailKind | keyof typeof otherMails | keyof typeof ownerMails;

const kinds: Record<MailKind, { when: string }> = { ...orderMails, ...otherMails, ...ownerMails };

/** Every kind of mail the shop writes, with what makes it write. */
export const mailKinds = Object.entries(kinds).map(([kind, { when }]) => ({ kind: kind as MailKind, when }));

export const isOrderMail = (kind: MailKind): kind is OrderMailKind => kind in orderMails;

/** The mail as it would be written about this order now; null when it is not true of it. */
export const writeOrderMail = (kind: OrderMailKind, news: OrderNews): MailContent | null =>
  orderMails[kind].mail(news);

/** A mail about nothing that has happened, and it says so. */
export function writeSampleMail(kind: MailKind, facts: SampleFacts): MailContent {
  const mail = isOrderMail(kind)
    ? writeOrderMail(kind, orderMails[kind].sample(facts))
    : { ...otherMails, ...ownerMails }[kind].sample(facts);
  if (!mail) throw new Error(`The sample of ${kind} does not fit its own kind.`);
  return { ...mail, isSample: true };
}
