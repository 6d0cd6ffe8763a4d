import { policyTitles } from "#shop/policies/titles.ts";
import { DeliveryDays } from "#shop/policies/web/expected-delivery.tsx";
import { createPolicyPage } from "../shell/policy-page.tsx";
import { useShell } from "../shell/shell-data.ts";
import styles from "./shipping-policy.module.css";

const Delivery = () => <DeliveryDays promised={useShell().rules ?? {}} className={styles.today} />;

export const { loader, head, Component } = createPolicyPage("shipping-policy", {
  title: policyTitles.shipping,
  page: "shippingPolicy",
  below: { delivery: <Delivery /> },
});
