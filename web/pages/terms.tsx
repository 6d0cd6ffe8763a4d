import { links } from "#contract/links.ts";
import { policyTitles } from "#shop/policies/titles.ts";
import { createTextLoader, PolicyPage, toTextHead } from "../shell/policy-page.tsx";

export const loader = createTextLoader("terms");

export const head = (data: Parameters<typeof toTextHead>[0]) =>
  toTextHead(data, { title: policyTitles.terms, canonical: links.terms });

/** The terms (§2.13) with the facts of §9. */
const TermsPage = () => <PolicyPage title={policyTitles.terms} page="terms" />;

export { TermsPage as Component };
