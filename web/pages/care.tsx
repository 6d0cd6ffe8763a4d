import { links } from "#contract/links.ts";
import { policyTitles } from "#shop/policies/titles.ts";
import { createTextLoader, PolicyPage, toTextHead } from "../shell/policy-page.tsx";

export const loader = createTextLoader("care");

export const head = (data: Parameters<typeof toTextHead>[0]) =>
  toTextHead(data, { title: policyTitles.care, canonical: links.care });

const CarePage = () => <PolicyPage title={policyTitles.care} page="care" />;

export { CarePage as Component };
