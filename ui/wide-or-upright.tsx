import { buildSrcSet, getMiddleHref, type PictureFormat, type PictureRef } from "#contract/picture.ts";
import { Placeholder } from "./picture.tsx";
import styles from "./picture.module.css";

interface WideOrUprightProps {
  wide: PictureRef;
  upright: PictureRef;
  media: string;
  alt: string;
  sizes: { wide: string; upright: string };
  /**
   * `first`: loaded at once. `later`: after the pictures that are visible without scrolling. `lazy`: when the picture
   * is near the viewport. `none`: not loaded yet.
   */
  fetched: "first" | "later" | "lazy" | "none";
}

const FORMATS: PictureFormat[] = ["avif", "webp", "jpg"];
const TYPES: Record<PictureFormat, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** Shows `upright` if the window matches `media`, else `wide`. Fills its container, which sets position and height. */
export const WideOrUpright = ({ wide, upright, media, alt, sizes, fetched }: WideOrUprightProps) => (
  <>
    <Placeholder of={wide} narrow={upright} media={media} />
    {fetched !== "none" && (
      <picture className={styles.choice}>
        {FORMATS.map((format) => (
          <source
            key={format}
            media={media}
            type={TYPES[format]}
            srcSet={buildSrcSet(upright, format) || upright.src}
            sizes={sizes.upright}
            width={upright.width}
            height={upright.height}
          />
        ))}
        {FORMATS.map((format) => (
          <source
            key={format}
            type={TYPES[format]}
            srcSet={buildSrcSet(wide, format) || wide.src}
            sizes={sizes.wide}
          />
        ))}
        <img
          src={getMiddleHref(wide, "jpg")}
          alt={alt}
          width={wide.width}
          height={wide.height}
          className={styles.photograph}
          decoding={fetched === "first" ? "sync" : "async"}
          loading={fetched === "lazy" ? "lazy" : undefined}
          fetchPriority={fetched === "first" ? "high" : "low"}
        />
      </picture>
    )}
  </>
);
