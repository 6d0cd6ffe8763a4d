import { policyTitles } from "#shop/policies/titles.ts";
import { links } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import { writeShippingPolicy, shippingMessages } from "#shop/policies/shipping.ts";
import { ExpectedDelivery } from "#shop/policies/web/expected-delivery.tsx";
import { PolicyPage } from "../shell/policy-page.tsx";
import styles from "./shipping-policy.module.css";

export const head = (): PageHead => ({
  title: policyTitles.shipping,
  description: `${shippingMessages.processing} ${shippingMessages.domestic}`,
  canonical: links.shippingPolicy,
});

/** §2.13, with the facts of §9 and what they come to today. */
const ShippingPolicyPage = () => (
  <PolicyPage
    policy={writeShippingPolicy}
    page="shippingPolicy"
    below={{ delivery: <ExpectedDelivery className={styles.today} /> }}
  />
);

export { ShippingPolicyPage as Component };
