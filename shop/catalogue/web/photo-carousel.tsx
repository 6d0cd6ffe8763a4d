import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import styles from "./photo-carousel.module.css";

/** Which photograph is shown, and how to get to another; after the last comes the first (§2.6). */
export interface PhotoCarousel {
  current: number;
  show: (place: number) => void;
  next: () => void;
  previous: () => void;
}

export function usePhotoCarousel(count: number): PhotoCarousel {
  const [chosen, show] = useState(0);
  const current = Math.min(chosen, count - 1);
  return {
    current,
    show,
    next: () => show((current + 1) % count),
    previous: () => show((current - 1 + count) % count),
  };
}

/** The arrow keys do what the two arrow buttons do. */
export const createArrowKeyHandler =
  ({ next, previous }: PhotoCarousel) =>
  ({ key }: { key: string }): void => {
    if (key === "ArrowRight") next();
    if (key === "ArrowLeft") previous();
  };

export const CarouselArrows = ({
  carousel,
  keys,
}: {
  carousel: PhotoCarousel;
  keys?: (event: { key: string }) => void;
}) => (
  <div className={styles.arrows}>
    <IconButton
      label="Previous photograph"
      className={styles.arrow}
      onClick={carousel.previous}
      onKeyDown={keys}
    >
      <ArrowLeft strokeWidth={1.5} />
    </IconButton>
    <IconButton label="Next photograph" className={styles.arrow} onClick={carousel.next} onKeyDown={keys}>
      <ArrowRight strokeWidth={1.5} />
    </IconButton>
  </div>
);
