import { type ReactNode, useState } from "react";
import { call } from "#client/api.ts";
import { formatDate } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import { Section } from "#ui/section.tsx";
import { listReviews } from "../endpoints.ts";
import { getPictureHref } from "../review.ts";
import type { ProductReviews, ShownReview } from "../shown-reviews.ts";
import styles from "./review-list.module.css";

export async function loadReviewList(productId: string, signal: AbortSignal): Promise<ReactNode> {
  const reviews = await call(listReviews, { params: { productId } }, signal);
  return reviews.count > 0 && <ReviewList {...reviews} />;
}

const SHOWN = 4;

function ReviewList({ average, count, reviews }: ProductReviews) {
  const [isAll, setAll] = useState(false);
  const [openPicture, setOpenPicture] = useState<(ShownReview["pictures"][number] & { by: string }) | null>(
    null,
  );
  return (
    <Section title="What buyers say">
      <div className="stack starting gap-6">
        <p className="row middle gap-3 soft">
          <StarRating rating={average} />
          {average.toFixed(1)}, from {formatCount(count, "verified buyer")}
        </p>
        <ul className={styles.list}>
          {(isAll ? reviews : reviews.slice(0, SHOWN)).map((review) => (
            <li key={`${review.name} ${review.writtenAt}`} className={styles.review}>
              <StarRating rating={review.rating} />
              <p className={styles.words}>{review.message}</p>
              {review.pictures.length > 0 && (
                <ul className="row wrap gap-2">
                  {review.pictures.map((photo, place) => (
                    <li key={photo.id}>
                      <button
                        type="button"
                        className={styles.photo}
                        aria-label={`Enlarge photo ${place + 1} by ${review.name}`}
                        onClick={() => setOpenPicture({ ...photo, by: review.name })}
                      >
                        <img src={getPictureHref(photo.id, "small")} alt="" loading="lazy" />
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              <p className="small soft">{formatAuthor(review)}</p>
              {review.reply && (
                <div className={styles.reply}>
                  <p className="small soft">Our answer</p>
                  <p className={styles.words}>{review.reply}</p>
                </div>
              )}
            </li>
          ))}
        </ul>
        {!isAll && reviews.length > SHOWN && (
          <Button variant="secondary" onClick={() => setAll(true)}>
            Read all {reviews.length}
          </Button>
        )}
      </div>
      <Dialog
        title={`Photo by ${openPicture?.by}`}
        size="full"
        open={openPicture !== null}
        onClose={() => setOpenPicture(null)}
      >
        {openPicture && (
          <img
            src={getPictureHref(openPicture.id, "large")}
            alt={`By ${openPicture.by}`}
            width={openPicture.width}
            height={openPicture.height}
            className={styles.large}
          />
        )}
      </Dialog>
    </Section>
  );
}

/** Every author is a verified buyer, because only customers who received the product can review it. */
const formatAuthor = ({ name, writtenAt }: ShownReview): string =>
  `${name}, verified buyer, ${formatDate(writtenAt)}`;
