import { policyTitles } from "#shop/policies/titles.ts";
import { links } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import { writeTerms } from "#shop/policies/terms.ts";
import { PolicyPage } from "../shell/policy-page.tsx";

export const head = (): PageHead => ({
  title: policyTitles.terms,
  description: "Orders, prices, taxes, your account and the law that applies when you buy from us.",
  canonical: links.terms,
});

/** §2.13, with the facts of §9. */
const TermsPage = () => <PolicyPage policy={writeTerms} page="terms" />;

export { TermsPage as Component };
