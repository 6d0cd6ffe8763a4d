/** Page on which a subscriber leaves, by a signed link. */
export const NEWSLETTER_PATH = "/newsletter";

export const newsletterMessages = {
  /** Consent given by pressing Subscribe. */
  consent: "By subscribing you agree that we write to you about new pieces. You can leave at any time.",
  subscribed: "You are on the list. We will write when something new leaves the workshop.",
  left: "You are off the list. No more news from us.",
  isSubscribed: "We write to you when something new leaves the workshop.",
  isNot: "You are not on the list.",
  /** To a customer whose mailbox is not proved: nothing is said of the list. */
  either: "We can write to you when something new leaves the workshop.",
  notKnown: "We could not load this right now. Please reload the page.",
  notChanged: "Could not change that just now. Please try again.",
  notSubscribed: "We could not add your address just now. Please try again in a moment.",
  tooMany: "Too many addresses from here. Please wait a little before the next one.",
} as const;
