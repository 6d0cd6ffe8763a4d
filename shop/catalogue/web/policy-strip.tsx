import CalendarX2 from "lucide-react/icons/calendar-x-2";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import ShieldCheck from "lucide-react/icons/shield-check";
import Truck from "lucide-react/icons/truck";
import { productPolicies } from "../product.ts";
import styles from "./policy-strip.module.css";

const signs = {
  "Assured Delivery": Truck,
  "Easy Cancellation": CalendarX2,
  "1 Year Warranty": ShieldCheck,
  "7 Days Replacement": RotateCcw,
} as const;

/** What the shop stands for with every piece (§2.6). */
export const PolicyStrip = () => (
  <ul className={styles.strip}>
    {productPolicies.map((policy) => {
      const Sign = signs[policy];
      return (
        <li key={policy} className={styles.policy}>
          <Sign size={24} strokeWidth={1.25} />
          {policy}
        </li>
      );
    })}
  </ul>
);
