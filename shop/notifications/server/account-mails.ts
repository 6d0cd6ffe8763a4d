import { links } from "#contract/links.ts";
import { formatDateTime } from "#contract/dates.ts";
import {
  RESET_CODE_LIFE_MINUTES,
  type ResetLink,
  buildResetLinkHash,
} from "#shop/accounts/password-reset.ts";
import { writeReturnMessages } from "#shop/policies/returns.ts";
import type { Rules } from "#shop/policies/rules.ts";
import { writeProcessing } from "#shop/policies/shipping.ts";
import { GOOD_TO_KNOW, type MailContent } from "./mail.ts";
import { toPrintable } from "#contract/text.ts";

const WHY = "You're receiving this e-mail because you have an account with us.";

/** Once an account is open. No one has proved the mailbox yet, so it contains nothing that only its owner may know. */
export const writeWelcomeMail = (
  to: string,
  { tradeName, rules }: { tradeName: string; rules: Rules },
): MailContent => ({
  subject: `Welcome to ${tradeName}`,
  preview: "Your account is open. Here is what you can do now.",
  heading: "Welcome",
  to,
  paragraphs: [
    "Your account is open. We make boards, bowls and platters of acacia, teak and mango wood, each checked by hand before it leaves us.",
  ],
  action: { label: "Look around", href: links.products() },
  next: {
    title: GOOD_TO_KNOW,
    sentences: [
      "Your bag is saved, on every device.",
      writeProcessing(rules),
      ...[writeReturnMessages(rules).warranty].filter(Boolean),
    ],
  },
  footnote: "Didn't sign up? Reply and we'll delete the account.",
  why: WHY,
});

/**
 * The code that proves the mailbox (D2), and a link that does. Neither is in the subject or the preview: a locked phone shows
 * those to anyone.
 */
export const writeResetCodeMail = (to: string, code: string, link: ResetLink): MailContent => ({
  subject: "Your code for a new password",
  preview: `It works once, within ${RESET_CODE_LIFE_MINUTES} minutes.`,
  heading: "Your code for a new password",
  to,
  paragraphs: ["Here is the code you asked for. Enter it with your new password, or use the button below."],
  code,
  action: { label: "Set a new password", href: links.forgotPassword() + buildResetLinkHash(link) },
  footnote:
    `The code works once, for ${RESET_CODE_LIFE_MINUTES} minutes; the link for an hour. ` +
    "Didn't ask for it? Ignore this e-mail: your password stays the same. " +
    "We never ask for it by phone or chat.",
  why: WHY,
});

/**
 * Mail to an address that was given at a sold-out product. A stranger may have given it, so it greets nobody by name.
 */
export const writeBackInStockMail = (
  { productId, title }: { productId: string; title: string },
  requestHref: string,
): MailContent => ({
  subject: `Back again: ${title}`,
  preview: "You asked us to notify you.",
  heading: `${title} is back`,
  fields: { product: title },
  paragraphs: [
    "You asked us to notify you. It is back in stock.",
    "Stock is limited and not reserved: others on the list got this e-mail too.",
  ],
  action: { label: "See it", href: links.product(productId) },
  otherWay: { label: "Manage these e-mails", href: requestHref },
  why: "You're receiving this e-mail because this address was entered on the piece's page while it was sold out. We won't send another.",
});

/** The notice after every change of a password. */
export const writePasswordChangedMail = (to: string): MailContent => ({
  subject: "Your password was changed",
  preview: "If this was you, you don't need to do anything.",
  heading: "Your password was changed",
  to,
  paragraphs: [
    "The password of your account has just been changed, and every other device was logged out.",
    "If this was you, you don't need to do anything.",
  ],
  action: { label: "This wasn't me", href: links.forgotPassword() },
  footnote: "If it wasn't you, set a new password right away, and tell us, so that we can look into it.",
  why: WHY,
});

/** A login from a device that was never here before. */
interface NewDevice {
  device: string | null;
  network: string | null;
  at: Date;
}

/** So that no one uses an account behind its owner's back. */
export const writeNewDeviceMail = (to: string, device: NewDevice): MailContent => ({
  subject: "A new device has logged in to your account",
  preview: "If this was you, you don't need to do anything.",
  heading: "A new device has logged in",
  to,
  paragraphs: [
    "Somebody has logged in to your account from a device we have not seen before. If this was you, you don't need to do anything.",
  ],
  facts: listDeviceFacts(device),
  action: { label: "This wasn't me", href: links.forgotPassword() },
  footnote:
    "If it wasn't you, set a new password right away: that logs every device out. Your profile shows the recent activity of your account.",
  why: WHY,
});

/** The tokens of a program or an app are used side by side: the shop cannot tell the owner from a thief, the owner can. */
export const writeSharedLoginMail = (to: string, device: NewDevice): MailContent => ({
  subject: "One of your logins is used in two places",
  preview: "If you use it in two apps, you don't need to do anything.",
  heading: "One login, two places",
  to,
  paragraphs: [
    "An app or a program is logged in to your account, and that one login is used in two places at once. If both are yours, you don't need to do anything.",
  ],
  facts: listDeviceFacts(device),
  action: { label: "This wasn't me", href: links.forgotPassword() },
  footnote:
    "If it wasn't you, set a new password right away: that logs every device out. Your profile shows the recent activity of your account.",
  why: WHY,
});

const listDeviceFacts = ({ device, network, at }: NewDevice) => [
  { label: "Device", value: device ?? "Unknown device" },
  ...(network === null ? [] : [{ label: "Network", value: network }]),
  { label: "When", value: formatDateTime(at) },
];

/** A message from the contact page, as the shop has stored it. */
interface WrittenMessage {
  id: string;
  name: string;
  email: string;
  message: string;
  receivedAt: Date;
}

/** The answer of the shop to a message, below which its own words stand: who wrote it may have written to many. */
export function writeAnswerMail(
  written: WrittenMessage & { answer: string },
  { tradeName }: { tradeName: string },
): MailContent {
  return {
    subject: `Reply to your message to ${tradeName}`,
    preview: toPrintable(written.answer).slice(0, 120),
    heading: "Our answer",
    to: written.name,
    paragraphs: written.answer.split(/\s*\n\s*/),
    ...(written.message.trim() !== "" && { quote: { by: toPrintable(written.name), text: written.message } }),
    footnote: "Any other question? Reply to this e-mail.",
    why: `You're receiving this e-mail because this address was entered on our contact page on ${formatDateTime(written.receivedAt)}.`,
  };
}

/** A contact message to the owner; the answer goes to the person who wrote it. `canReply`: the address takes mails. */
export function writeContactMail(written: WrittenMessage, { canReply }: { canReply: boolean }): MailContent {
  const name = toPrintable(written.name);
  return {
    subject: `Message from ${name}`,
    preview: toPrintable(written.message).slice(0, 120) || "The message box was left empty.",
    heading: "Somebody wrote to the shop",
    paragraphs: [],
    facts: [
      { label: "From", value: name },
      { label: "E-mail", value: toPrintable(written.email) },
      { label: "Received", value: formatDateTime(written.receivedAt) },
    ],
    quote: { by: name, text: written.message || "The message box was left empty." },
    footnote:
      (canReply ? "Your answer to this mail goes to the writer. " : "") +
      `When it is answered: npm run shop -- messages answered ${written.id}`,
    why: "You get this mail because messages to the shop go to this address (MAIL_TO).",
    ...(canReply && { replyTo: written.email }),
  };
}
