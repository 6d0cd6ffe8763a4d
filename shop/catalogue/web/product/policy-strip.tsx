import CalendarX2 from "lucide/dist/esm/icons/calendar-x-2.mjs";
import RotateCcw from "lucide/dist/esm/icons/rotate-ccw.mjs";
import ShieldCheck from "lucide/dist/esm/icons/shield-check.mjs";
import Truck from "lucide/dist/esm/icons/truck.mjs";
import { getRules, listProductPromises, type ChangedRules } from "#shop/policies/rules.ts";
import { Icon } from "#ui/icon.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./policy-strip.module.css";

const signs = { delivery: Truck, cancellation: CalendarX2, warranty: ShieldCheck, returns: RotateCcw };

export const PolicyStrip = ({ rules }: { rules: ChangedRules | undefined }) => (
  <ul className={styles.strip}>
    {listProductPromises(getRules(rules)).map(({ kind, text }) => (
      <li key={kind} className={classNames("row middle gap-3 small snug", styles.policy)}>
        <Icon of={signs[kind]} strokeWidth={1.25} />
        {text}
      </li>
    ))}
  </ul>
);
