import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PictureRef } from "#contract/picture.ts";
import { useSwipe } from "#client/swipe.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Picture } from "#ui/picture.tsx";
import { getPicture, type ProductImage } from "../../product.ts";
import { createArrowKeyHandler, CarouselArrows, type PhotoCarousel } from "./photo-carousel.tsx";
import styles from "./zoom.module.css";

export interface ZoomProps {
  origin: Origin | null;
  carousel: PhotoCarousel;
  images: readonly ProductImage[];
  title: string;
  open: boolean;
  onClose: () => void;
}

/** A dialog with one photograph at twice its size on the page (§2.6). A click fits it to the window. */
export function Zoom({ origin, images, title, carousel, open, onClose }: ZoomProps) {
  const [point, setNear] = useState<Point | null>(null);
  const [last, setLast] = useState<Origin | null>(null);
  if (origin && origin !== last) {
    setLast(origin);
    setNear(getPressedPoint(origin));
  }
  const frame = useRef<HTMLDivElement>(null);
  const swipe = useSwipe({ left: carousel.next, right: carousel.previous });
  const image = images[carousel.current];
  const picture = getPicture(image);
  useArrowKeys(open, carousel);
  useWidths(frame, picture, last);
  useScrollToPoint(frame, point);
  return (
    <Dialog title={`${title}, closer`} size="full" open={open} onClose={onClose}>
      <div ref={frame} className={styles.room} data-near={point ? "" : undefined} {...(point ? {} : swipe)}>
        <button
          type="button"
          className={styles.look}
          aria-label={point ? "Zoom out" : "Zoom in"}
          aria-pressed={point !== null}
          data-initial-focus=""
          onClick={(event) => setNear(point ? null : getPressedPoint(event))}
        >
          <Picture
            key={image?.url}
            picture={picture}
            alt={image?.alt ?? title}
            sizes="(max-aspect-ratio: 1) 200vw, 200vh"
            meanwhile={findOriginStyle(last, carousel.current)}
            className="square"
          />
        </button>
      </div>
      {images.length > 1 && (
        <div className={styles.arrows}>
          <CarouselArrows carousel={carousel} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        Photograph {carousel.current + 1} of {images.length}
      </p>
    </Dialog>
  );
}

function useArrowKeys(isOpen: boolean, carousel: PhotoCarousel): void {
  useEffect(() => {
    if (!isOpen) return;
    const handleKey = createArrowKeyHandler(carousel);
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  });
}

/**
 * Sets two custom properties: `--sharp`, the picture file's width, and `--near`, twice the picture's width on the page.
 */
function useWidths(
  frame: RefObject<HTMLDivElement | null>,
  picture: PictureRef | null,
  origin: Origin | null,
): void {
  useLayoutEffect(() => {
    if (picture) frame.current?.style.setProperty("--sharp", `${picture.width}px`);
    if (origin)
      frame.current?.style.setProperty(
        "--near",
        `${2 * origin.currentTarget.getBoundingClientRect().width}px`,
      );
  });
}

const findOriginStyle = (origin: Origin | null, place: number): string | undefined =>
  origin?.currentTarget.querySelectorAll<HTMLImageElement>("picture > img")[place]?.currentSrc || undefined;

function useScrollToPoint(frame: RefObject<HTMLDivElement | null>, point: Point | null): void {
  useLayoutEffect(() => {
    const { current: view } = frame;
    if (!point || !view) return;
    view.scrollTo(
      point.x * view.scrollWidth - view.clientWidth / 2,
      point.y * view.scrollHeight - view.clientHeight / 2,
    );
  }, [frame, point]);
}

type Origin = Pick<MouseEvent<HTMLElement>, "detail" | "clientX" | "clientY" | "currentTarget">;

interface Point {
  x: number;
  y: number;
}

function getPressedPoint({ detail, clientX, clientY, currentTarget }: Origin): Point {
  if (detail === 0) return { x: 0.5, y: 0.5 };
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}
