import type { ReactNode } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDateTime } from "#contract/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { ChangeButton } from "../changeable.tsx";
import { CommandButton } from "../command-form.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import {
  Acts,
  Entries,
  Entry,
  PhotoLinks,
  ScreenFrame,
  ShowMore,
  Small,
  ViewState,
} from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./people.module.css";
import { reviewList, testimonialList } from "#shop/reviews/command-results.ts";

const groups = { "": "To decide", all: "All", testimonials: "Testimonials" } as const;

const FIRST_PAGE = 25;

export default function ReviewsScreen() {
  const { group, filter, ...listProps } = useListQuery(FIRST_PAGE);
  return (
    <ScreenFrame title="Reviews">
      <ListFilter of="reviews" groups={groups} {...filter} />
      {group === "testimonials" ? (
        <Testimonials {...listProps} />
      ) : (
        <Reviews isAll={group === "all"} {...listProps} />
      )}
    </ScreenFrame>
  );
}

type ListQuery = Pick<ReturnType<typeof useListQuery>, "most" | "setMost">;

function Reviews({ isAll, most, setMost }: ListQuery & { isAll: boolean }) {
  const { data, ...state } = useView({
    ...reviewList,
    options: { limit: String(most + 1), ...(isAll && { all: "on" }) },
  });
  return (
    <>
      {!data && <ViewState {...state} />}
      {data?.length === 0 && (
        <p role="status">{isAll ? "There are no reviews yet." : "No review waits for you."}</p>
      )}
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
  return (
    <Entry
      head={
        <>
          <strong>{name}</strong>
          <Stars rating={rating} />
          <a href={`/products/${productId}`}>{product}</a>
          <Small>{formatDateTime(changedAt)}</Small>
          <Badge tone={tones[status]}>{states[status]}</Badge>
        </>
      }
    >
      <p className={styles.words}>{message}</p>
      {pictures.length > 0 && <PhotoLinks pictures={pictures} />}
      {reply !== null && <p className={styles.answer}>{reply}</p>}
      <Acts>
        {status !== "approved" && (
          <CommandButton name="reviews" values={{ id, approve: "on" }}>
            <Named by={name}>Show</Named>
          </CommandButton>
        )}
        <ChangeButton
          title={`Answer ${name}`}
          name="reviews"
          known={{ id, ...(reply !== null && { reply }) }}
          asked={["reply"]}
          needed={["reply"]}
        >
          <Named by={name}>{reply === null ? "Answer" : "Change the answer"}</Named>
        </ChangeButton>
        {status !== "declined" && (
          <CommandButton name="reviews" values={{ id, decline: "on" }} variant="quiet">
            <Named by={name}>{status === "approved" ? "Hide" : "Reject"}</Named>
          </CommandButton>
        )}
      </Acts>
    </Entry>
  );
}

const Named = ({ by, children }: { by: string; children: ReactNode }) => (
  <>
    {children} <span className="visually-hidden">: {by}</span>
  </>
);

const Stars = ({ rating }: { rating: number }) => (
  <span>
    <span aria-hidden="true">{"★".repeat(rating) + "☆".repeat(5 - rating)}</span>
    <span className="visually-hidden">{rating} of 5 stars</span>
  </span>
);

function Testimonials({ most, setMost }: ListQuery) {
  const { data, ...state } = useView({
    ...testimonialList,
    options: { testimonials: "on", limit: String(most + 1) },
  });
  return (
    <>
      {!data && <ViewState {...state} />}
      {data?.length === 0 && <p role="status">There are no testimonials yet.</p>}
      <Entries isBusy={state.isPlaceholderData}>
        {data?.slice(0, most).map(({ id, name, rating, message, hidden, createdAt }) => (
          <Entry
            key={id}
            head={
              <>
                <strong>{name}</strong>
                <Stars rating={rating} />
                <Small>{formatDateTime(createdAt)}</Small>
                {hidden && <Badge>Hidden</Badge>}
              </>
            }
          >
            <p className={styles.words}>{message}</p>
            <Acts>
              <CommandButton
                name="reviews"
                values={{ id: `${id}@1`, [hidden ? "approve" : "decline"]: "on" }}
                variant="secondary"
              >
                <Named by={name}>{hidden ? "Show" : "Hide"}</Named>
              </CommandButton>
            </Acts>
          </Entry>
        ))}
      </Entries>
      <ShowMore count={data?.length} most={most} onChange={setMost} />
    </>
  );
}
