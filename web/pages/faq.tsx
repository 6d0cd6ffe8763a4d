import { policyTitles } from "#shop/policies/titles.ts";
import { createPolicyPage } from "../shell/policy-page.tsx";

export const { loader, head, Component } = createPolicyPage("faq", {
  title: policyTitles.faq,
  page: "faq",
});
