import { TOO_MANY_REQUESTS } from "#contract/errors.ts";

/** The page that the unsubscribe link in a mail opens. The link is signed. */
export const NEWSLETTER_PATH = "/newsletter";

export const newsletterMessages = {
  consent: "By subscribing you agree to get e-mails about new pieces. You can unsubscribe at any time.",
  subscribed: "You're subscribed. We'll e-mail you about new pieces.",
  left: "You're unsubscribed. You won't get our newsletter any more.",
  isSubscribed: "You're subscribed to e-mails about new pieces.",
  isUnsubscribed: "You're not subscribed.",
  /** Shown while the e-mail address is not verified. It must not reveal whether the address is subscribed. */
  either: "Get e-mails about new pieces.",
  notKnown: "We could not load your newsletter setting.",
  notChanged: "Could not change your newsletter setting. Please try again.",
  notSubscribed: "We could not add your address just now. Please try again in a moment.",
  tooMany: TOO_MANY_REQUESTS,
} as const;
