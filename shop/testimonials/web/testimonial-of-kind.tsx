import { useAnswer } from "#client/answer.ts";
import { call } from "#client/api.ts";
import { useNear } from "#client/near.ts";
import { StarRating } from "#ui/star-rating.tsx";
import { listTestimonials } from "../endpoints.ts";
import { selectNamingKind } from "../select-testimonial.ts";
import styles from "./testimonial-of-kind.module.css";

/** What a customer says of a piece of this kind; nothing where no one has named it. */
export function TestimonialOfKind({ kind }: { kind: string }) {
  const [place, near] = useNear<HTMLDivElement>();
  const outcome = useAnswer(near ? kind : null, (signal) => call(listTestimonials, {}, signal));
  const said = outcome.state === "loaded" ? selectNamingKind(outcome.value, kind) : null;
  return (
    <div ref={place}>
      {said && (
        <blockquote className={styles.voice}>
          <StarRating rating={said.rating} />
          <p className={styles.words}>{said.message}</p>
          <footer className={styles.name}>{said.name}</footer>
        </blockquote>
      )}
    </div>
  );
}
