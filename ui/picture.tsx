import { getMiddleHref, narrowPicture, type PictureRef, buildSrcSet } from "#contract/picture.ts";
import { classNames } from "./class-names.ts";
import { LogoMark } from "./logo.tsx";
import styles from "./picture.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

interface PictureProps {
  /** Null for no picture: a neutral drawing is shown. */
  picture: PictureRef | null;
  /** The displayed width, as in `<img sizes>`: `(max-width: 768px) 50vw, 300px`. */
  sizes: string;
  alt: string;
  /** True if it is on the first screen, so that it is loaded at once and before others. */
  priority?: boolean;
  /** Minimum window width in pixels; in narrower windows it is neither shown nor loaded. */
  shownFrom?: number;
  /**
   * Maximum width in pixels: wider variants are not offered. Browsers without AVIF get a single variant of this width.
   */
  widest?: number;
  /** A picture that the browser already has, shown instead of the placeholder until the picture is loaded. */
  meanwhile?: string | undefined;
  /** With an `aspect-ratio`, the photograph fills that; without, it keeps its own proportions. */
  className?: string | undefined;
}

/** One transparent pixel. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAI=";

/** A photograph in the sizes and formats the browser may choose from, over its blurred placeholder. */
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

/** The placeholder in a picture's frame until the picture is loaded. */
export const Placeholder = ({ of: { placeholder }, media, narrow }: PlaceholderProps) =>
  placeholder && (
    <picture className={styles.choice}>
      {narrow?.placeholder && <source media={media} srcSet={narrow.placeholder} />}
      <img className={styles.placeholder} src={placeholder} alt="" />
    </picture>
  );

interface PlaceholderProps {
  of: PictureRef;
  /** The picture for screens that match `media`. */
  narrow?: PictureRef;
  media?: string;
}

const NoPicture = ({ alt, className }: { alt: string; className: string | undefined }) => (
  <span className={classNames(styles.frame, styles.none, className)}>
    <LogoMark className={styles.mark} />
    <VisuallyHidden>{alt}</VisuallyHidden>
  </span>
);
