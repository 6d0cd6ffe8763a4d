import Pause from "lucide/dist/esm/icons/pause.mjs";
import Play from "lucide/dist/esm/icons/play.mjs";
import { useEffect, useState } from "react";
import { links } from "#contract/links.ts";
import { useAutoplay } from "#client/autoplay.ts";
import { useSwipe } from "#client/swipe.ts";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { WideOrUpright } from "#ui/wide-or-upright.tsx";
import type { HomeContent } from "../home-content.ts";
import styles from "./banner-slider.module.css";

/** The time in ms until the next slide is shown (§2.4). The transition in the style sheet takes 0.5 s. */
const BANNER_ADVANCE_MS = 3_000;

export type Banner = HomeContent["banners"][number];

interface BannerSliderProps {
  banners: readonly Banner[];
  eyebrow?: string | undefined;
}

/** The looping slider of the home page. It advances automatically, and visitors can use its dots or swipe (§2.4). */
export function BannerSlider({ banners, eyebrow }: BannerSliderProps) {
  const [current, setCurrent] = useState(0);
  const to = (slide: number) => setCurrent((slide + banners.length) % banners.length);
  const next = () => to(current + 1);
  const { playing, running, toggle, pause } = useAutoplay({
    everyMs: BANNER_ADVANCE_MS,
    current,
    step: next,
  });
  const swipe = useSwipe({ left: next, right: () => to(current - 1) });
  const allFetched = useAfterFirstPaint();

  if (banners.length === 0) return null;
  return (
    <section
      aria-roledescription="carousel"
      aria-label="From the workshop"
      className={styles.slider}
      {...pause}
    >
      <div className={styles.slides} aria-live={running ? "off" : "polite"} {...swipe}>
        {banners.map((banner, slide) => (
          <Slide
            key={banner.heading}
            banner={banner}
            eyebrow={eyebrow}
            place={`${slide + 1} of ${banners.length}`}
            shown={slide === current}
            first={slide === 0}
            pictured={slide === 0 || allFetched}
          />
        ))}
      </div>
      {banners.length > 1 && (
        <div className={styles.controls}>
          <IconButton
            label={playing ? "Pause the slides" : "Play the slides"}
            icon={playing ? Pause : Play}
            onClick={toggle}
          />
          {banners.map(({ heading }, slide) => (
            <button
              key={heading}
              type="button"
              className={styles.dot}
              aria-label={`Slide ${slide + 1}: ${heading}`}
              aria-current={slide === current || undefined}
              onClick={() => to(slide)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface SlideProps {
  banner: Banner;
  eyebrow: string | undefined;
  place: string;
  shown: boolean;
  first: boolean;
  pictured: boolean;
}

const Slide = ({ banner, eyebrow, place, shown, first, pictured }: SlideProps) => (
  <div
    role="group"
    aria-roledescription="slide"
    aria-label={place}
    className={styles.slide}
    data-shown={shown || undefined}
    inert={!shown}
  >
    <div className={styles.text}>
      <div className={styles.heading}>
        {eyebrow && <span className={classNames("eyebrow", styles.eyebrow)}>{eyebrow}</span>}
        <h2>{banner.heading}</h2>
      </div>
      <p className={styles.sub}>{banner.subHeading}</p>
      <ButtonLink href={links.products()}>Shop Now</ButtonLink>
    </div>
    <div className={styles.picture}>
      <WideOrUpright
        wide={banner.desktop}
        upright={banner.mobile}
        media={MOBILE}
        alt={banner.alt}
        sizes={SIZES}
        fetched={first ? "first" : pictured ? "later" : "none"}
      />
    </div>
  </div>
);

export const BannerSkeleton = () => (
  <div className={styles.slider} aria-busy="true">
    <Skeleton shape="block" className={styles.waiting} />
  </div>
);

/** True once the page has loaded. Later slides wait for this, so that their pictures do not delay the first slide. */
function useAfterFirstPaint(): boolean {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    if (document.readyState === "complete") setAfter(true);
    const loaded = () => setAfter(true);
    window.addEventListener("load", loaded);
    return () => window.removeEventListener("load", loaded);
  }, []);
  return after;
}

/** The media query for phones, which show the upright picture (§2.4, §9). */
const MOBILE = "(max-width: 431px)";

/** The picture widths. `upright` is less than the real width, so that medium-density screens load a smaller file. */
const SIZES = { wide: "(min-width: 768px) 62vw, 100vw", upright: "82vw" };
