import { useEffect, useRef, useState } from "react";
import { links } from "#contract/links.ts";
import { call } from "#client/api.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { WideOrUpright } from "#ui/wide-or-upright.tsx";
import { readHomeContent } from "../endpoints.ts";
import { PaidPrice } from "./piece-price.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./look.module.css";

type LookContent = HomeContent["looks"][number];
type Point = LookContent["points"][number];

export async function loadLook(title: string, signal: AbortSignal): Promise<LookContent | undefined> {
  const { looks } = await call(readHomeContent, {}, signal);
  return looks.find((candidate) => candidate.title === title);
}

/** A picture with points. A point shows its product on hover or focus. The second touch of a point opens its link. */
export function LookPicture({ look }: { look: LookContent }) {
  const { landscape, portrait, alt, points } = look;
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => {
    if (open === null) return;
    const closeOutside = ({ target }: PointerEvent) => {
      if (!list.current?.contains(target as Node)) setOpen(null);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [open]);
  return (
    <>
      <div className={styles.picture}>
        <WideOrUpright
          wide={landscape}
          upright={portrait}
          media={NARROW}
          alt={alt}
          sizes={SIZES}
          fetched="lazy"
        />
      </div>
      <ul ref={list} className={styles.points}>
        {points.map((point) => (
          <PointLink
            key={point.productId}
            point={point}
            open={open === point.productId}
            onOpen={() => setOpen(point.productId)}
          />
        ))}
      </ul>
    </>
  );
}

/** Screen readers skip this list, because the dots on the picture have the same texts. */
export const LookList = ({ look: { points } }: { look: LookContent }) => (
  <ul className={styles.list} aria-hidden="true">
    {points.map((point) => (
      <li key={point.productId}>
        <a href={links.product(point.productId)} tabIndex={-1}>
          {point.title}
        </a>
        <PaidPrice price={point.price} />
      </li>
    ))}
  </ul>
);

/** Screens that show the upright picture. The style sheet uses the same width. */
const NARROW = "(max-width: 599px)";

const SIZES = { wide: "(min-width: 1024px) min(52vw, 650px), 92vw", upright: "82vw" };

/** Percentage of the picture's height. If a point is above this line, its card is shown below the point. */
const UPPER_PART = 45;

function PointLink({ point, open, onOpen }: { point: Point; open: boolean; onOpen: () => void }) {
  const { productId, title, landscape, portrait } = point;
  const [wasTouched, setTouched] = useState(false);
  return (
    <li
      ref={(item) => placePoint(item, point)}
      className={styles.point}
      data-open={open || undefined}
      data-below={landscape.y < UPPER_PART || undefined}
      data-wide-only={!portrait || undefined}
    >
      <a
        href={links.product(productId)}
        className={styles.link}
        onPointerDown={({ pointerType }) => setTouched(pointerType === "touch")}
        onClick={(event) => {
          if (!wasTouched || open) return;
          event.preventDefault();
          onOpen();
        }}
      >
        <span className={styles.card}>
          <span className={classNames("medium snug", styles.title)}>{title}</span>
          <PaidPrice price={point.price} />
        </span>
      </a>
    </li>
  );
}

/** Sets the position with custom properties, because the content security policy forbids `style` attributes. */
function placePoint(item: HTMLElement | null, { landscape, portrait = landscape }: Point): void {
  const places = { x: landscape.x, y: landscape.y, "narrow-x": portrait.x, "narrow-y": portrait.y };
  for (const [name, percent] of Object.entries(places)) item?.style.setProperty(`--${name}`, String(percent));
}
