/** Page on which a subscriber leaves, by a signed link. */
export const NEWSLETTER_PATH = "/newsletter";

export const newsletterMessages = {
  /** Consent given by pressing Subscribe. */
  consent: "By subscribing you agree that we write to you about new pieces. You can leave at any time.",
  subscribed: "You are on the list. We will write when something new leaves the workshop.",
  left: "You are off the list. We write no more news to you.",
  isSubscribed: "We write to you when something new leaves the workshop.",
  isNot: "You get no news from us.",
  /** To a customer whose mailbox is not proved: nothing is said of the list. */
  either: "You can have news from the workshop by mail, or end it if you have it already.",
  notKnown: "We could not look up your newsletter right now. Please reload the page.",
  notChanged: "Could not change that just now. Please try again.",
  notSubscribed: "We could not keep your address just now. Please try again in a moment.",
  tooMany: "Many addresses have been given from here. Please wait a little before the next one.",
} as const;
