import { policyTitles } from "#shop/policies/titles.ts";
import { createPolicyPage } from "../shell/policy-page.tsx";

/** The DPDP Act requires this privacy notice. */
export const { loader, head, Component } = createPolicyPage("privacy", {
  title: policyTitles.privacy,
  page: "privacy",
});
