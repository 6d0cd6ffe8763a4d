import { useEffect, useRef, useState } from "react";
import { links } from "#contract/links.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { Price } from "#ui/price.tsx";
import { Section } from "#ui/section.tsx";
import { WideOrUpright } from "#ui/wide-or-upright.tsx";
import { getPrice, PLUS_GST } from "../price.ts";
import styles from "./look.module.css";

type LookContent = HomeContent["looks"][number];
type Point = LookContent["points"][number];

/**
 * A picture with products in use. Each has a point that leads to it, and says its name and price under a pointer or with
 * the focus; on touch screens the first touch does. Without scripts the products stand in a list below.
 */
export function Look({ look, turned = false }: { look: LookContent; turned?: boolean }) {
  const { title, text, landscape, portrait, alt, points } = look;
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
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
  const picture = { wide: landscape, upright: portrait, media: NARROW, alt, sizes: SIZES };
  return (
    <Section aria-label={title} className={styles.section}>
      <div className={styles.look} data-turned={turned || undefined}>
        <div className={styles.words}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <div className={styles.scene}>
          <div className={styles.picture}>
            {/* It leaves the first screen's pictures the line to themselves. */}
            <WideOrUpright {...picture} fetched={awake ? "lazy" : "none"} />
            {!awake && (
              <noscript>
                <WideOrUpright {...picture} fetched="lazy" />
              </noscript>
            )}
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
        </div>
      </div>
    </Section>
  );
}

/** The style sheet has the same width. */
const NARROW = "(max-width: 599px)";

const SIZES = { wide: "(min-width: 1024px) min(62vw, 810px), 92vw", upright: "82vw" };

/** Above this share of the picture's height, in percent, the card stands below its point. */
const UPPER_PART = 45;

interface PointLinkProps {
  point: Point;
  open: boolean;
  onOpen: () => void;
}

function PointLink({ point, open, onOpen }: PointLinkProps) {
  const { productId, title, landscape, portrait } = point;
  const [touched, setTouched] = useState(false);
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
          if (!touched || open) return;
          event.preventDefault();
          onOpen();
        }}
      >
        <span className={styles.dot} />
        <span className={styles.card}>
          <span className={styles.title}>{title}</span>
          <Price paise={getPrice(point)} plus={PLUS_GST} />
        </span>
      </a>
    </li>
  );
}

/** Tells the style sheet where the point is: the page's policy forbids `style` attributes, not this. */
function placePoint(item: HTMLElement | null, { landscape, portrait = landscape }: Point): void {
  const places = { x: landscape.x, y: landscape.y, "narrow-x": portrait.x, "narrow-y": portrait.y };
  for (const [name, percent] of Object.entries(places)) item?.style.setProperty(`--${name}`, `${percent}%`);
}
