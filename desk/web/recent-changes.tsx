import { useState } from "react";
import type * as v from "valibot";
import type { undoableChange } from "#contract/operator-results.ts";
import { capitalise } from "#contract/text.ts";
import { formatDateTime } from "#contract/dates.ts";
import { toScreenWords } from "./labels.ts";
import { Section, ShowMore, Small } from "./screen-parts.tsx";
import styles from "./recent-changes.module.css";
import { NamedButton } from "./named-button.tsx";

type Change = v.InferOutput<typeof undoableChange>;

interface RecentChangesProps {
  changes: readonly Change[];
  /** The product's name if all changes are about one product. The text of each change then leaves the name out. */
  of?: string;
  title?: string;
  most?: number;
}

export function RecentChanges({ changes, of, title = "Recent changes", most = 5 }: RecentChangesProps) {
  const [maxRows, setMaxRows] = useState(most);
  if (changes.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.changes}>
        {changes.slice(0, maxRows).map(({ number, summary, osUser, changedAt }) => (
          <li key={number}>
            <span>
              {capitalise(toScreenWords(of === undefined ? summary : summary.replace(`${of}: `, "")))}
              <Small>
                {osUser}, {formatDateTime(changedAt)}
              </Small>
            </span>
            <NamedButton
              name="undo"
              text="Undo"
              of={summary}
              values={{ number: String(number) }}
              variant="secondary"
              checksFirst
            />
          </li>
        ))}
      </ul>
      <ShowMore count={changes.length} most={maxRows} onChange={setMaxRows} />
    </Section>
  );
}
