import { links } from "#contract/links.ts";
import { policyTitles } from "#shop/policies/titles.ts";
import { createTextLoader, PolicyPage, toTextHead } from "../shell/policy-page.tsx";

export const loader = createTextLoader("refund-policy");

export const head = (data: Parameters<typeof toTextHead>[0]) =>
  toTextHead(data, { title: policyTitles.returns, canonical: links.refundPolicy });

/** The refund policy (§2.13) with the facts of §9. */
const RefundPolicyPage = () => <PolicyPage title={policyTitles.returns} page="refundPolicy" />;

export { RefundPolicyPage as Component };
