export const policyTitles = {
  shipping: "Shipping policy",
  returns: "Return and refund policy",
  terms: "Terms and conditions",
  privacy: "Privacy notice",
  faq: "Questions and answers",
  care: "Care guide",
} as const;
