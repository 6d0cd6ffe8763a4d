import { useState } from "react";
import type * as v from "valibot";
import type { undoableChange } from "#contract/operator-results.ts";
import { capitalise } from "#contract/text.ts";
import { formatDateTime } from "#contract/dates.ts";
import { useRefusals } from "./command-run.tsx";
import { labelField } from "./labels.ts";
import { Section, ShowMore, Small } from "./screen-parts.tsx";
import styles from "./recent-changes.module.css";
import { NamedButton } from "./named-button.tsx";
import { useCommand } from "./use-view.ts";

type Change = v.InferOutput<typeof undoableChange>;

/** Shows the name of a value in a text, not its braces: `[Return days]` for `{{return-days}}`. */
const describe = (summary: string): string =>
  summary.replaceAll(/\{\{([a-z0-9-]+)\}\}/g, (_, name: string) => `[${labelField(name)}]`);

const toUndo = ({ number }: Pick<Change, "number">) => ({ number: String(number) });

interface RecentChangesProps {
  changes: readonly Change[];
  /** The product's name if all changes are about one product. The text of each change then leaves the name out. */
  of?: string;
  title?: string;
  most?: number;
}

export function RecentChanges({ changes, of, title = "Recent changes", most = 5 }: RecentChangesProps) {
  const [maxRows, setMaxRows] = useState(most);
  const shown = changes.slice(0, maxRows);
  const refusals = useRefusals(useCommand("undo"), shown.map(toUndo));
  if (changes.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="plain">
        {shown.map(({ number, summary, osUser, changedAt }, at) => {
          const reason = refusals[at] ?? null;
          return (
            <li key={number} className={styles.change}>
              <span>
                {capitalise(describe(of === undefined ? summary : summary.replace(`${of}: `, "")))}
                <Small>
                  {osUser}, {formatDateTime(changedAt)}
                </Small>
              </span>
              <NamedButton
                name="undo"
                text="Undo"
                of={describe(summary)}
                values={toUndo({ number })}
                variant="secondary"
                refused={{ reason, isShownAbove: refusals.indexOf(reason) < at }}
              />
            </li>
          );
        })}
      </ul>
      <ShowMore count={changes.length} most={maxRows} onChange={setMaxRows} />
    </Section>
  );
}
