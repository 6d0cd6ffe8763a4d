import type { IconNode } from "lucide";
import Clock from "lucide/dist/esm/icons/clock.mjs";
import Hammer from "lucide/dist/esm/icons/hammer.mjs";
import RotateCcw from "lucide/dist/esm/icons/rotate-ccw.mjs";
import ShieldCheck from "lucide/dist/esm/icons/shield-check.mjs";
import Truck from "lucide/dist/esm/icons/truck.mjs";
import type { ReactNode, Ref } from "react";
import { Icon } from "#ui/icon.tsx";
import type { ServiceIcon, HomeContent } from "../home-content.ts";
import styles from "./services-slider.module.css";

type Service = HomeContent["services"][number];

export interface ServicesProps {
  services: readonly Service[];
  title?: string | undefined;
}

interface ServicesRowProps extends ServicesProps {
  controls?: ReactNode;
  /** The ref to the element that the slider moves. If it is missing, visitors scroll the row themselves. */
  view?: Ref<HTMLDivElement>;
  live?: "off" | "polite";
}

/** The cards of the services slider. Visitors can scroll the row until the slider's code is loaded (§2.4). */
export const ServicesRow = ({
  services,
  title = "With every piece",
  controls,
  view,
  live,
}: ServicesRowProps) => (
  <>
    <header className={styles.header}>
      <h2>{title}</h2>
      {controls}
    </header>
    <div
      ref={view}
      className={styles.view}
      data-moving={view ? "" : undefined}
      aria-live={live}
      // The arrow keys can scroll the row only if it can have the focus.
      {...(!view && { role: "group", "aria-label": "Services", tabIndex: 0 })}
    >
      <ul className={styles.row}>
        {services.map(({ title, text, icon }) => (
          <li key={title} className={styles.slide}>
            <div className={styles.card}>
              <Icon
                of={signs[icon as ServiceIcon] ?? ShieldCheck}
                size={28}
                strokeWidth={1.25}
                className={styles.sign}
              />
              <h3 className={styles.title}>{title}</h3>
              <p className="small snug soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  </>
);

const signs: Record<ServiceIcon, IconNode> = {
  truck: Truck,
  "rotate-ccw": RotateCcw,
  "shield-check": ShieldCheck,
  hammer: Hammer,
  clock: Clock,
};
