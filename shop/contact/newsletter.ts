export const newsletterMessages = {
  /** What is agreed to by pressing Subscribe. */
  consent: "By subscribing you agree that we write to you about new pieces. You can leave at any time.",
  subscribed: "You are on the list. We will write when something new leaves the workshop.",
  notSubscribed: "We could not keep your address just now. Please try again in a moment.",
  tooMany: "Many addresses have been given from here. Please wait a little before the next one.",
} as const;
