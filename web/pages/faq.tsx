import { links } from "#contract/links.ts";
import { policyTitles } from "#shop/policies/titles.ts";
import { createTextLoader, PolicyPage, toTextHead } from "../shell/policy-page.tsx";

export const loader = createTextLoader("faq");

export const head = (data: Parameters<typeof toTextHead>[0]) =>
  toTextHead(data, { title: policyTitles.faq, canonical: links.faq });

const FaqPage = () => <PolicyPage title={policyTitles.faq} page="faq" />;

export { FaqPage as Component };
