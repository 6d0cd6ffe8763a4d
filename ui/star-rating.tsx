import styles from "./star-rating.module.css";

const OUT_OF = 5;

export function StarRating({ rating }: { rating: number }) {
  const halves = Math.round(Math.min(Math.max(rating, 0), OUT_OF) * 2);
  return (
    <span className={styles.stars}>
      <span className="visually-hidden">{`${halves / 2} out of ${OUT_OF} stars`}</span>
      {Array.from({ length: OUT_OF }, (_, star) => (
        <Star key={star} halves={Math.min(Math.max(halves - star * 2, 0), 2)} />
      ))}
    </span>
  );
}

const WHOLE = "M10 1.8l2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.7l-5.1 2.8L6 11.8l-4.3-4 5.8-.7z";
const LEFT_HALF = "M10 1.8v12.9l-5.1 2.8L6 11.8l-4.3-4 5.8-.7z";

const Star = ({ halves }: { halves: number }) => (
  <svg viewBox="0 0 20 20" className={styles.star} aria-hidden="true">
    {halves > 0 && <path d={halves === 2 ? WHOLE : LEFT_HALF} className={styles.filled} />}
    <path d={WHOLE} className={styles.outline} />
  </svg>
);
