/** What the policies are called, on their pages and wherever a link leads to them (§2.13). */
export const policyTitles = {
  shipping: "Shipping policy",
  returns: "Return and refund policy",
  terms: "Terms and conditions",
} as const;
