import { policyTitles } from "#shop/policies/titles.ts";
import { links } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import { writeShippingMessages, writeShippingPolicy } from "#shop/policies/shipping.ts";
import { STANDARD_RULES } from "#shop/policies/rules.ts";
import { ExpectedDelivery } from "#shop/policies/web/expected-delivery.tsx";
import { useShell } from "../shell/shell-data.ts";
import { PolicyPage } from "../shell/policy-page.tsx";
import styles from "./shipping-policy.module.css";

const shippingMessages = writeShippingMessages(STANDARD_RULES);

export const head = (): PageHead => ({
  title: policyTitles.shipping,
  description: `${shippingMessages.processing} ${shippingMessages.domestic}`,
  canonical: links.shippingPolicy,
});

/** §2.13, with the facts of §9 and what they come to today. */
const ShippingPolicyPage = () => {
  const { rules } = useShell();
  return (
    <PolicyPage
      policy={writeShippingPolicy}
      page="shippingPolicy"
      below={{ delivery: <ExpectedDelivery promised={rules ?? {}} className={styles.today} /> }}
    />
  );
};

export { ShippingPolicyPage as Component };
