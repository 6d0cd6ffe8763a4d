import type { Subscriber } from "#platform/outbox/subscriber.ts";
import { mailFields } from "#shop/texts/mail-fields.ts";
import type { Kind } from "./define-mail.ts";
import { finishMail, type MailContent, type OrderMailInput } from "./mail.ts";
import * as allMails from "./mails/index.ts";
import type { SampleFacts } from "./samples.ts";

const mails = Object.values(allMails);

export const mailSubscribers: readonly Subscriber[] = mails.map(({ subscriber }) => subscriber);

const replaceableKinds = Object.keys(mailFields);

const getPlace = ({ kind }: Kind): number =>
  replaceableKinds.includes(kind) ? replaceableKinds.indexOf(kind) : replaceableKinds.length;

/** All kinds of mails, in the order of `mailFields`. Those whose text cannot be replaced are last. */
export const mailKinds: readonly Kind[] = mails
  .flatMap(({ kinds }) => kinds)
  .toSorted((first, other) => getPlace(first) - getPlace(other));

const getKind = (name: string): Kind => {
  const mailKind = mailKinds.find(({ kind }) => kind === name);
  if (!mailKind) throw new Error(`There is no mail ${name}.`);
  return mailKind;
};

export const isOrderMail = (kind: string): boolean => getKind(kind).about !== undefined;

export function writeOrderMail(kind: string, mailData: OrderMailInput): MailContent | null {
  const mail = getKind(kind).about?.(mailData);
  return mail ? finishMail(mail) : null;
}

export function writeSampleMail(kind: string, sampleFacts: SampleFacts): MailContent {
  const mail = getKind(kind).sample(sampleFacts);
  if (!mail) throw new Error(`The sample data of the mail ${kind} does not match its schema.`);
  return { ...finishMail(mail), isSample: true };
}
