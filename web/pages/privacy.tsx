import { links } from "#contract/links.ts";
import { policyTitles } from "#shop/policies/titles.ts";
import { createTextLoader, PolicyPage, toTextHead } from "../shell/policy-page.tsx";

export const loader = createTextLoader("privacy");

export const head = (data: Parameters<typeof toTextHead>[0]) =>
  toTextHead(data, { title: policyTitles.privacy, canonical: links.privacy });

/** The DPDP Act requires this privacy notice. */
const PrivacyPage = () => <PolicyPage title={policyTitles.privacy} page="privacy" />;

export { PrivacyPage as Component };
