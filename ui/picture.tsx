import { getMiddleHref, narrowPicture, type PictureRef, buildSrcSet } from "#contract/picture.ts";
import { classNames } from "./class-names.ts";
import { LogoMark } from "./logo.tsx";
import styles from "./picture.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

interface PictureProps {
  /** The picture; if it is null, a neutral drawing is shown. */
  picture: PictureRef | null;
  /** The displayed width, in the format of `<img sizes>`: `(max-width: 768px) 50vw, 300px`. */
  sizes: string;
  alt: string;
  /** True for a picture on the first screen. It is loaded at once, before others. */
  priority?: boolean;
  /** The minimum window width in pixels. In narrower windows, the picture is neither shown nor loaded. */
  shownFrom?: number;
  /** The maximum width in pixels. Wider variants are not offered. Browsers without AVIF get a single variant. */
  widest?: number;
  /**
   * The URL of a picture that the browser has already loaded. It is shown instead of the placeholder until this picture
   * is loaded.
   */
  meanwhile?: string | undefined;
  /**
   * A class for the frame. If the class sets an `aspect-ratio`, the photograph fills the frame. Otherwise the
   * photograph keeps its own ratio.
   */
  className?: string | undefined;
}

/** One transparent pixel, for windows in which the picture is not loaded. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAI=";

/** A photograph over its blurred placeholder. The browser chooses among its sizes and formats. */
export function Picture(props: PictureProps) {
  const { picture, sizes, alt, priority = false, shownFrom, widest, meanwhile, className } = props;
  if (picture === null) return <NoPicture alt={alt} className={className} />;
  const offered = widest === undefined ? picture : narrowPicture(picture, widest);
  const image = (
    <img
      className={styles.photograph}
      {...(picture.widths && widest === undefined && { srcSet: buildSrcSet(picture, "webp"), sizes })}
      src={getMiddleHref(picture, "webp")}
      alt={alt}
      width={picture.width}
      height={picture.height}
      decoding={priority ? "sync" : "async"}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
    />
  );
  return (
    <span className={classNames(styles.frame, className)}>
      {meanwhile && <img className={styles.meanwhile} src={meanwhile} alt="" />}
      {!meanwhile && picture.placeholder && (
        <img className={styles.placeholder} src={picture.placeholder} alt="" />
      )}
      {picture.widths ? (
        <picture className={styles.choice}>
          {shownFrom !== undefined && <source media={`(width < ${shownFrom}px)`} srcSet={NOTHING} />}
          <source type="image/avif" srcSet={buildSrcSet(offered, "avif")} sizes={sizes} />
          {image}
        </picture>
      ) : (
        image
      )}
    </span>
  );
}

/** The blurred placeholder, shown in a picture's frame until the picture is loaded. */
export const Placeholder = ({ of: { placeholder }, media, narrow }: PlaceholderProps) =>
  placeholder && (
    <picture className={styles.choice}>
      {narrow?.placeholder && <source media={media} srcSet={narrow.placeholder} />}
      <img className={styles.placeholder} src={placeholder} alt="" />
    </picture>
  );

interface PlaceholderProps {
  of: PictureRef;
  /** The placeholder's picture for windows that match `media`. */
  narrow?: PictureRef;
  media?: string;
}

const NoPicture = ({ alt, className }: { alt: string; className: string | undefined }) => (
  <span className={classNames(styles.frame, styles.none, className)}>
    <LogoMark className={styles.mark} />
    <VisuallyHidden>{alt}</VisuallyHidden>
  </span>
);
