/** Titles of the policies, on their pages and in links to them (§2.13). */
export const policyTitles = {
  shipping: "Shipping policy",
  returns: "Return and refund policy",
  terms: "Terms and conditions",
} as const;
