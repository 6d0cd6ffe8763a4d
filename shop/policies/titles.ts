/** Titles of the policies and the other pages to read, on their pages and in links to them (§2.13). */
export const policyTitles = {
  shipping: "Shipping policy",
  returns: "Return and refund policy",
  terms: "Terms and conditions",
  privacy: "Privacy notice",
  faq: "Questions and answers",
  care: "Care guide",
} as const;
