import { policyTitles } from "#shop/policies/titles.ts";
import { links } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import { returnPolicy, writeReturnMessages } from "#shop/policies/returns.ts";
import { STANDARD_RULES } from "#shop/policies/rules.ts";
import { PolicyPage } from "../shell/policy-page.tsx";

const returnMessages = writeReturnMessages(STANDARD_RULES);

export const head = (): PageHead => ({
  title: policyTitles.returns,
  description: `${returnMessages.report} ${returnMessages.refund}`,
  canonical: links.refundPolicy,
});

/** §2.13, with the facts of §9. */
const RefundPolicyPage = () => <PolicyPage policy={returnPolicy} page="refundPolicy" />;

export { RefundPolicyPage as Component };
