import { type KeyboardEvent, useState } from "react";
import { formatCount } from "#contract/text.ts";
import { classNames } from "#ui/class-names.ts";
import { DEFAULT_RATING, ratings } from "../testimonial.ts";
import styles from "./star-choice.module.css";

export function StarChoice({ first = DEFAULT_RATING }: { first?: number | undefined }) {
  const [chosen, setChosen] = useState<number>(first);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const shownStars = pointedAt ?? chosen;
  return (
    <fieldset>
      <legend className={styles.legend}>Your rating</legend>
      <div className={styles.line}>
        <div className={styles.stars} onPointerLeave={() => setPointedAt(null)}>
          {ratings.map((stars) => (
            <label
              key={stars}
              className={classNames(styles.star, stars <= shownStars && styles.lit)}
              onPointerEnter={() => setPointedAt(stars)}
            >
              <input
                type="radio"
                name="rating"
                value={stars}
                aria-label={formatCount(stars, "star")}
                checked={stars === chosen}
                onChange={() => setChosen(stars)}
                onKeyDown={chooseByEnter(() => setChosen(stars))}
                className={styles.radio}
              />
              <Star />
            </label>
          ))}
        </div>
        <p className="small soft tabular" aria-hidden="true">
          {shownStars} out of {ratings.length}
        </p>
      </div>
    </fieldset>
  );
}

const chooseByEnter = (choose: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  choose();
};

const Star = () => (
  <svg viewBox="0 0 20 20" className={styles.drawing} aria-hidden="true">
    <path d="M10 1.8l2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.7l-5.1 2.8L6 11.8l-4.3-4 5.8-.7z" />
  </svg>
);
