import CalendarX2 from "lucide/dist/esm/icons/calendar-x-2.mjs";
import RotateCcw from "lucide/dist/esm/icons/rotate-ccw.mjs";
import ShieldCheck from "lucide/dist/esm/icons/shield-check.mjs";
import Truck from "lucide/dist/esm/icons/truck.mjs";
import { Icon } from "#ui/icon.tsx";
import { productPolicies } from "../../product.ts";
import styles from "./policy-strip.module.css";

const signs = {
  "Assured Delivery": Truck,
  "Easy Cancellation": CalendarX2,
  "1 Year Warranty": ShieldCheck,
  "7 Days Replacement": RotateCcw,
} as const;

/** The shop's promises for every piece (§2.6). */
export const PolicyStrip = () => (
  <ul className={styles.strip}>
    {productPolicies.map((policy) => (
      <li key={policy} className={styles.policy}>
        <Icon of={signs[policy]} strokeWidth={1.25} />
        {policy}
      </li>
    ))}
  </ul>
);
