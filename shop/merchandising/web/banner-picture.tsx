import { getMiddleHref, type PictureFormat, buildSrcSet } from "#contract/picture.ts";
import type { HomeContent } from "../home-content.ts";
import { Placeholder } from "#ui/picture.tsx";
import styles from "./banner-slider.module.css";

const MOBILE = "(max-width: 431px)";
const FORMATS: PictureFormat[] = ["avif", "webp", "jpg"];
const TYPES: Record<PictureFormat, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

interface BannerPictureProps {
  banner: HomeContent["banners"][number];
  priority: boolean;
}

/** What stands there before it is fetched. */
export const BannerPlaceholder = ({ banner: { desktop, mobile } }: Pick<BannerPictureProps, "banner">) => (
  <Placeholder of={desktop} narrow={mobile} media={MOBILE} />
);

/** One banner in two formats: upright at 431 px or less, wide above (§2.4, §9). */
export function BannerPicture({ banner, priority }: BannerPictureProps) {
  const { desktop, mobile, alt } = banner;
  return (
    <picture className={styles.cuts}>
      {FORMATS.map((format) => (
        <source
          key={format}
          media={MOBILE}
          type={TYPES[format]}
          srcSet={buildSrcSet(mobile, format) || mobile.src}
          // It fills the window; with a little less a phone of medium density does not fetch the largest variant.
          sizes="82vw"
          width={mobile.width}
          height={mobile.height}
        />
      ))}
      {FORMATS.map((format) => (
        <source
          key={format}
          type={TYPES[format]}
          srcSet={buildSrcSet(desktop, format) || desktop.src}
          sizes="100vw"
        />
      ))}
      <img
        src={getMiddleHref(desktop, "jpg")}
        alt={alt}
        width={desktop.width}
        height={desktop.height}
        className={styles.photograph}
        decoding={priority ? "sync" : "async"}
        fetchPriority={priority ? "high" : "low"}
      />
    </picture>
  );
}
