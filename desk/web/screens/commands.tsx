import { toLabel } from "#contract/field-labels.ts";
import { deskLinks } from "#contract/desk-links.ts";
import type { DescribedCommand } from "../../calls.ts";
import { ScreenFrame, ViewState } from "../screen-parts.tsx";
import { toCommandTitle } from "../phrases.ts";
import { useCommands } from "../use-view.ts";
import styles from "./commands.module.css";

export default function CommandsScreen() {
  const { data: commands = [], error, isLoading } = useCommands();
  return (
    <ScreenFrame
      title="All actions"
      lead="Everything you can do at this desk. To find an action, type a word into Search."
    >
      <ViewState error={error} isLoading={isLoading} />
      <div className={styles.groups}>
        {[...Map.groupBy(commands, ({ noun }) => noun)].map(([noun, verbs]) => (
          <Group key={noun} noun={noun} commands={verbs} />
        ))}
      </div>
    </ScreenFrame>
  );
}

const Group = ({ noun, commands }: { noun: string; commands: readonly DescribedCommand[] }) => (
  <section className={styles.group} aria-labelledby={`noun-${noun}`}>
    <h2 id={`noun-${noun}`}>{toLabel(noun)}</h2>
    <ul className={styles.list}>
      {commands.map(({ verb, summary }) => (
        <li key={verb}>
          <a href={deskLinks.form(`${noun} ${verb}`.trim())}>{toCommandTitle(`${noun} ${verb}`.trim())}</a>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  </section>
);
