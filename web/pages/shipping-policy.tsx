import { links } from "#contract/links.ts";
import { policyTitles } from "#shop/policies/titles.ts";
import { DeliveryDays } from "#shop/policies/web/expected-delivery.tsx";
import { createTextLoader, PolicyPage, toTextHead } from "../shell/policy-page.tsx";
import { useShell } from "../shell/shell-data.ts";
import styles from "./shipping-policy.module.css";

export const loader = createTextLoader("shipping-policy");

export const head = (data: Parameters<typeof toTextHead>[0]) =>
  toTextHead(data, { title: policyTitles.shipping, canonical: links.shippingPolicy });

/** The shipping policy (§2.13) with the facts of §9 and the total delivery time in days. */
function ShippingPolicyPage() {
  const rules = useShell().rules ?? {};
  return (
    <PolicyPage
      title={policyTitles.shipping}
      page="shippingPolicy"
      below={{ delivery: <DeliveryDays promised={rules} className={styles.today} /> }}
    />
  );
}

export { ShippingPolicyPage as Component };
