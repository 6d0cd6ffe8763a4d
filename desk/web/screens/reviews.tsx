import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDateTime } from "#contract/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import { ChangeButton } from "../changeable.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { NamedButton } from "../named-button.tsx";
import {
  Acts,
  Entries,
  Entry,
  ListState,
  PhotoLinks,
  ScreenFrame,
  ShowMore,
  Small,
} from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./people.module.css";
import { reviewList, testimonialList } from "#shop/reviews/command-results.ts";

const groups = { "": "To decide", all: "All", testimonials: "Testimonials" } as const;

const FIRST_PAGE = 25;

export default function ReviewsScreen() {
  const { group, filter } = useListQuery(FIRST_PAGE);
  return (
    <ScreenFrame title="Reviews">
      <ListFilter of="reviews" groups={groups} {...filter} />
      {group === "testimonials" ? (
        <Testimonials firstShown={FIRST_PAGE} />
      ) : (
        <Reviews isAll={group === "all"} />
      )}
    </ScreenFrame>
  );
}

function Reviews({ isAll }: { isAll: boolean }) {
  const { most, setMost } = useListQuery(FIRST_PAGE);
  const { data, ...state } = useView({
    ...reviewList,
    options: { limit: String(most + 1), ...(isAll && { all: "on" }) },
  });
  return (
    <>
      <ListState
        count={data?.length}
        empty={isAll ? "There are no reviews yet." : "No review waits for you."}
        {...state}
      />
      <Entries isBusy={state.isPlaceholderData}>
        {data?.slice(0, most).map((review) => (
          <Review key={review.id} review={review} />
        ))}
      </Entries>
      <ShowMore count={data?.length} most={most} onChange={setMost} />
    </>
  );
}

const tones = { waiting: "waiting", approved: "success", declined: "neutral" } as const;
const states = { waiting: "To decide", approved: "Shown", declined: "Not shown" } as const;

function Review({ review }: { review: DataOf<typeof reviewList>[number] }) {
  const { name, rating, productId, product, message, status, reply, changedAt, pictures } = review;
  // The id contains the shown revision. If the author has changed the review since, the shop refuses the id.
  const id = `${review.id}@${review.revision}`;
  const by = `: ${name}`;
  return (
    <Entry
      head={
        <>
          <strong>{name}</strong>
          <Badge tone={tones[status]}>{states[status]}</Badge>
          <StarRating rating={rating} />
          <a href={`/products/${productId}`}>{product}</a>
          <Small>{formatDateTime(changedAt)}</Small>
        </>
      }
    >
      <p className={styles.words}>{message}</p>
      {pictures.length > 0 && <PhotoLinks pictures={pictures} />}
      {reply !== null && <p className={styles.answer}>{reply}</p>}
      <Acts>
        {status !== "approved" && (
          <NamedButton name="reviews" text="Show" of={by} values={{ id, approve: "on" }} variant="primary" />
        )}
        <ChangeButton
          of={by}
          title={`Answer ${name}`}
          name="reviews"
          known={{ id, ...(reply !== null && { reply }) }}
          asked={["reply"]}
          needed={["reply"]}
        >
          {reply === null ? "Answer" : "Change the answer"}
        </ChangeButton>
        {status !== "declined" && (
          <NamedButton
            name="reviews"
            text={status === "approved" ? "Hide" : "Reject"}
            of={by}
            values={{ id, decline: "on" }}
          />
        )}
      </Acts>
    </Entry>
  );
}

/** The screen of the home page also shows this list. */
export function Testimonials({ firstShown }: { firstShown: number }) {
  const [maxRows, setMaxRows] = useState(firstShown);
  const { data, ...state } = useView({
    ...testimonialList,
    options: { testimonials: "on", limit: String(maxRows + 1) },
  });
  return (
    <>
      <ListState count={data?.length} empty="There are no testimonials yet." {...state} />
      <Entries isBusy={state.isPlaceholderData}>
        {data?.slice(0, maxRows).map(({ id, name, rating, message, hidden, createdAt, sample }) => (
          <Entry
            key={id}
            head={
              <>
                <strong>{name}</strong>
                {sample && <Badge tone="waiting">Sample</Badge>}
                {hidden && <Badge>Hidden</Badge>}
                <StarRating rating={rating} />
                <Small>{formatDateTime(createdAt)}</Small>
              </>
            }
          >
            <p className={styles.words}>{message}</p>
            <Acts>
              <NamedButton
                name="reviews"
                text={hidden ? "Show" : "Hide"}
                of={`: ${name}`}
                values={{ id: `${id}@1`, [hidden ? "approve" : "decline"]: "on" }}
                variant="secondary"
              />
            </Acts>
          </Entry>
        ))}
      </Entries>
      <ShowMore count={data?.length} most={maxRows} onChange={setMaxRows} />
    </>
  );
}
