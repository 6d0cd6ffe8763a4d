import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PictureRef } from "#contract/picture.ts";
import { useSwipe } from "#client/swipe.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Picture } from "#ui/picture.tsx";
import { getPicture, type ProductImage } from "../../product.ts";
import { createArrowKeyHandler, CarouselArrows, type PhotoCarousel } from "./photo-carousel.tsx";
import styles from "./zoom.module.css";

interface ZoomProps {
  carousel: PhotoCarousel;
  images: readonly ProductImage[];
  title: string;
  open: boolean;
  onClose: () => void;
}

/** One photograph over the whole window (§2.6); pressing it brings it as near as it is sharp, to be moved about in. */
export function Zoom({ images, title, carousel, open, onClose }: ZoomProps) {
  const [near, setNear] = useState<Point | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const swipe = useSwipe({ left: carousel.next, right: carousel.previous });
  const image = images[carousel.current];
  const picture = getPicture(image);
  useArrowKeys(open, carousel);
  useSharpWidth(frame, picture);
  useScrollToPoint(frame, near);
  const close = () => {
    setNear(null);
    onClose();
  };
  return (
    <Dialog title={`${title}, closer`} size="full" open={open} onClose={close}>
      <div ref={frame} className={styles.room} data-near={near ? "" : undefined} {...(near ? {} : swipe)}>
        <button
          type="button"
          className={styles.look}
          aria-label={near ? "See it whole" : "Bring it nearer"}
          aria-pressed={near !== null}
          data-initial-focus=""
          onClick={(event) => setNear(near ? null : getPressedPoint(event))}
        >
          <Picture
            key={image?.url}
            picture={picture}
            alt={image?.alt ?? title}
            sizes="(max-aspect-ratio: 1) 200vw, 200vh"
            className={styles.photograph}
          />
        </button>
      </div>
      {images.length > 1 && <CarouselArrows carousel={carousel} />}
      <p className="visually-hidden" role="status">
        Photograph {carousel.current + 1} of {images.length}
      </p>
    </Dialog>
  );
}

function useArrowKeys(open: boolean, carousel: PhotoCarousel): void {
  useEffect(() => {
    if (!open) return;
    const handleKey = createArrowKeyHandler(carousel);
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  });
}

/** Limits the width to that at which the original has one pixel for each of the page's: any wider it would only blur. */
function useSharpWidth(frame: RefObject<HTMLDivElement | null>, picture: PictureRef | null): void {
  useLayoutEffect(() => {
    if (picture) frame.current?.style.setProperty("--sharp", `${picture.width}px`);
  });
}

function useScrollToPoint(frame: RefObject<HTMLDivElement | null>, near: Point | null): void {
  useLayoutEffect(() => {
    const { current: view } = frame;
    if (!near || !view) return;
    view.scrollTo(
      near.x * view.scrollWidth - view.clientWidth / 2,
      near.y * view.scrollHeight - view.clientHeight / 2,
    );
  }, [frame, near]);
}

/** A place on the photograph, from 0 to 1 both ways. */
interface Point {
  x: number;
  y: number;
}

/** The point that was pressed; by the keyboard, the middle. */
function getPressedPoint({ detail, clientX, clientY, currentTarget }: MouseEvent): Point {
  if (detail === 0) return { x: 0.5, y: 0.5 };
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}
