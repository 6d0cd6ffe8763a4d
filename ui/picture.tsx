import { getMiddleHref, narrowPicture, type PictureRef, buildSrcSet } from "#contract/picture.ts";
import { classNames } from "./class-names.ts";
import { LogoMark } from "./logo.tsx";
import styles from "./picture.module.css";

interface PictureProps {
  picture: PictureRef | null;
  sizes: string;
  alt: string;
  priority?: boolean;
  /** The minimum window width in px. In narrower windows, the picture is not shown and not loaded. */
  shownFrom?: number;
  /** The maximum width in px of the AVIF variants. Browsers without AVIF get one variant of a medium width. */
  widest?: number;
  /** The URL of a picture that the browser already has. It is shown until `picture` is loaded. */
  meanwhile?: string | undefined;
  /** A class for the frame. Without an `aspect-ratio`, the frame has the photograph's own ratio. */
  className?: string | undefined;
}

/** One transparent pixel, for windows in which the picture is not loaded. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAI=";

export function Picture(props: PictureProps) {
  const { picture, sizes, alt, priority = false, shownFrom, widest, meanwhile, className } = props;
  if (picture === null)
    return (
      <span className={classNames(styles.frame, styles.none, className)}>
        <LogoMark className={styles.mark} />
        <span className="visually-hidden">{alt}</span>
      </span>
    );
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

export const Placeholder = ({ of: { placeholder }, media, narrow }: PlaceholderProps) =>
  placeholder && (
    <picture className={styles.choice}>
      {narrow?.placeholder && <source media={media} srcSet={narrow.placeholder} />}
      <img className={styles.placeholder} src={placeholder} alt="" />
    </picture>
  );

interface PlaceholderProps {
  of: PictureRef;
  narrow?: PictureRef;
  media?: string;
}
