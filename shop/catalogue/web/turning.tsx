import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import styles from "./turning.module.css";

/** Which photograph is shown, and the ways to another; they go round both ways (§2.6). */
export interface Turning {
  current: number;
  show: (place: number) => void;
  next: () => void;
  previous: () => void;
}

export function useTurning(count: number): Turning {
  const [chosen, show] = useState(0);
  const current = Math.min(chosen, count - 1);
  return {
    current,
    show,
    next: () => show((current + 1) % count),
    previous: () => show((current - 1 + count) % count),
  };
}

/** The arrow keys turn as the two arrows do. */
export const createArrowKeyHandler =
  ({ next, previous }: Turning) =>
  ({ key }: { key: string }): void => {
    if (key === "ArrowRight") next();
    if (key === "ArrowLeft") previous();
  };

export const Arrows = ({ turning, keys }: { turning: Turning; keys?: (event: { key: string }) => void }) => (
  <div className={styles.arrows}>
    <IconButton
      label="Previous photograph"
      className={styles.arrow}
      onClick={turning.previous}
      onKeyDown={keys}
    >
      <ArrowLeft strokeWidth={1.5} />
    </IconButton>
    <IconButton label="Next photograph" className={styles.arrow} onClick={turning.next} onKeyDown={keys}>
      <ArrowRight strokeWidth={1.5} />
    </IconButton>
  </div>
);
