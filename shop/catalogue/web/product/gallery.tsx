import Expand from "lucide/dist/esm/icons/expand.mjs";
import { useState, type RefObject, useEffect, useRef } from "react";
import { links } from "#contract/links.ts";
import { onDemand } from "#client/on-demand.tsx";
import { useSwipe } from "#client/swipe.ts";
import { useNavigationType } from "#client/router/react.tsx";
import { Picture } from "#ui/picture.tsx";
import { Icon } from "#ui/icon.tsx";
import { toThumbnail } from "#shop/media/pictures.ts";
import { getPicture, type ProductImage } from "../../product.ts";
import {
  createArrowKeyHandler,
  CarouselArrows,
  type PhotoCarousel,
  usePhotoCarousel,
} from "./photo-carousel.tsx";
import type { ZoomProps } from "./zoom.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./gallery.module.css";

interface CardPicture {
  src: string;
  place: DOMRect;
}

/**
 * Returns the picture of the clicked card, or null, and a ref to the element that grows from the card's place on the
 * screen. The picture of the card is shown until the page's own picture is loaded.
 */
function useCardPicture(id: string): [CardPicture | null, RefObject<HTMLDivElement | null>] {
  const isStep = useNavigationType() === "push";
  const [card] = useState(() => (isStep ? findCardPicture(links.product(id)) : null));
  const enlarged = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!card) return;
    const frame = requestAnimationFrame(() => enlarged.current && animateFrom(card.place, enlarged.current));
    return () => cancelAnimationFrame(frame);
  }, [card]);
  return [card, enlarged];
}

function findCardPicture(href: string): CardPicture | null {
  for (const link of document.querySelectorAll(`article a[href="${CSS.escape(href)}"]`)) {
    const picture = link.closest("article")?.querySelector<HTMLImageElement>("picture img");
    const place = picture?.getBoundingClientRect();
    if (place && picture?.complete && isInView(place)) return { src: picture.currentSrc, place };
  }
  return null;
}

function animateFrom(from: DOMRect, element: HTMLElement): void {
  const to = element.getBoundingClientRect();
  // Skips the animation if the page has not scrolled to the top yet.
  if (!isInView(to)) return;
  element.style.setProperty("--from-x", `${from.left - to.left}px`);
  element.style.setProperty("--from-y", `${from.top - to.top}px`);
  element.style.setProperty("--from-scale", String(from.width / to.width));
  element.dataset["growing"] = "";
}

const isInView = ({ top, bottom, width }: DOMRect): boolean =>
  width > 0 && bottom > 0 && top < window.innerHeight;

const Zoom = onDemand(async () => (await import("./zoom.tsx")).Zoom);

/** Laptops show the picture at 560 px. The value 700 px makes the browser choose the file for high-density screens. */
const SIZES = "(min-width: 1024px) 700px, (min-width: 768px) 50vw, 82vw";
const THUMBNAIL_SIZES = "88px";

interface GalleryProps {
  id: string;
  images: readonly ProductImage[];
  title: string;
}

export function Gallery({ id, images, title }: GalleryProps) {
  const [origin, setOrigin] = useState<ZoomProps["origin"]>(null);
  const isWaiting = Zoom.useWaiting();
  const count = images.length;
  const carousel = usePhotoCarousel(count);
  const swipe = useSwipe({ left: carousel.next, right: carousel.previous });
  const keys = createArrowKeyHandler(carousel);
  const [card, enlarged] = useCardPicture(id);
  const photographs = { images, title, carousel };

  if (count === 0) return <Picture picture={null} alt={title} sizes={SIZES} className="rounded square" />;
  return (
    <section aria-label="Photographs" className={classNames("stack gap-3", styles.gallery)}>
      <div ref={enlarged} className={styles.stage} {...swipe}>
        <button
          type="button"
          className={styles.look}
          aria-label="Look closer"
          aria-haspopup="dialog"
          aria-busy={isWaiting || undefined}
          onPointerEnter={Zoom.fetch}
          onFocus={Zoom.fetch}
          onClick={({ detail, clientX, clientY, currentTarget }) =>
            setOrigin({ detail, clientX, clientY, currentTarget })
          }
          onKeyDown={keys}
        >
          {images.map((image, index) => (
            <span key={image.url} className={styles.shot} hidden={index !== carousel.current}>
              <Picture
                picture={getPicture(image)}
                alt={image.alt ?? title}
                sizes={SIZES}
                priority={index === 0}
                meanwhile={index === 0 ? card?.src : undefined}
                className="rounded square"
              />
            </span>
          ))}
          <Icon of={Expand} size={20} className={styles.expand} />
        </button>
        <p className="visually-hidden" role="status">
          Photograph {carousel.current + 1} of {count}
        </p>
      </div>
      {count > 1 && (
        <div className={classNames("row middle apart gap-3", styles.strip)}>
          <Thumbnails {...photographs} />
          <CarouselArrows carousel={carousel} keys={keys} />
        </div>
      )}
      <Zoom {...photographs} origin={origin} open={origin !== null} onClose={() => setOrigin(null)} />
    </section>
  );
}

const getThumbnail = (image: ProductImage) => {
  const picture = getPicture(image);
  return picture && toThumbnail(picture);
};

const Thumbnails = ({ images, title, carousel }: Omit<GalleryProps, "id"> & { carousel: PhotoCarousel }) => (
  <ul className={classNames("row wrap gap-3 scripted", styles.thumbnails)}>
    {images.map((image, index) => (
      <li key={image.url}>
        <button
          type="button"
          className={styles.thumbnail}
          aria-label={`Photograph ${index + 1}: ${image.alt ?? title}`}
          aria-current={index === carousel.current || undefined}
          onClick={() => carousel.show(index)}
        >
          <Picture picture={getThumbnail(image)} alt="" sizes={THUMBNAIL_SIZES} className="rounded square" />
        </button>
      </li>
    ))}
  </ul>
);
