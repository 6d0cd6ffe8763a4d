import type * as v from "valibot";
import type { undoableChange } from "#contract/operator-results.ts";
import { formatDateTime } from "#contract/dates.ts";
import { Section, Small } from "./screen-parts.tsx";
import styles from "./recent-changes.module.css";
import { CommandButton } from "./command-form.tsx";

export type Change = v.InferOutput<typeof undoableChange>;

/** Lists recent changes. `of` is the product's name if all changes are about one product; the texts omit this name. */
export function RecentChanges({
  changes,
  of,
  title = "Recent changes",
}: {
  changes: readonly Change[];
  of?: string;
  title?: string;
}) {
  if (changes.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.changes}>
        {changes.map(({ number, summary, osUser, changedAt }) => (
          <li key={number}>
            <span>
              {of === undefined ? summary : summary.replace(`${of}: `, "")}
              <Small>
                {osUser}, {formatDateTime(changedAt)}
              </Small>
            </span>
            <CommandButton name="undo" values={{ number: String(number) }} variant="secondary" checksFirst>
              Undo<span className="visually-hidden"> {summary}</span>
            </CommandButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
