import ArrowLeft from "lucide/dist/esm/icons/arrow-left.mjs";
import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import { useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import styles from "./photo-carousel.module.css";

export type PhotoCarousel = ReturnType<typeof usePhotoCarousel>;

/** Returns the index of the shown photograph and the functions that change it. The first follows the last (§2.6). */
export function usePhotoCarousel(count: number) {
  const [chosen, show] = useState(0);
  const current = Math.min(chosen, count - 1);
  return {
    current,
    show,
    next: () => show((current + 1) % count),
    previous: () => show((current - 1 + count) % count),
  };
}

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
  <div className="row gap-2 scripted">
    <IconButton
      label="Previous photograph"
      icon={ArrowLeft}
      className={styles.arrow}
      onClick={carousel.previous}
      onKeyDown={keys}
    />
    <IconButton
      label="Next photograph"
      icon={ArrowRight}
      className={styles.arrow}
      onClick={carousel.next}
      onKeyDown={keys}
    />
  </div>
);
