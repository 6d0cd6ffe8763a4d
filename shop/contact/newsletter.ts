/** Page on which a subscriber leaves, by a signed link. */
export const NEWSLETTER_PATH = "/newsletter";

export const newsletterMessages = {
  /** Consent given by pressing Subscribe. */
  consent: "By subscribing you agree that we write to you about new pieces. You can unsubscribe at any time.",
  subscribed: "You are on the list. We will write to you about new pieces.",
  left: "You are off the list. We send you no more news.",
  isSubscribed: "You get our mails about new pieces.",
  isNot: "You are not on the list.",
  /** To a customer whose mailbox is not proved: nothing is said of the list. */
  either: "We can write to you about new pieces.",
  notKnown: "We could not load this right now. Please reload the page.",
  notChanged: "Could not change that just now. Please try again.",
  notSubscribed: "We could not add your address just now. Please try again in a moment.",
  tooMany: "Too many addresses from here. Please wait a little before the next one.",
} as const;
