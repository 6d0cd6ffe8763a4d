import { useContext } from "react";
import { deskLinks } from "#contract/desk-links.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { findActionScreen, groupBySubject, TECHNICAL } from "../actions.ts";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { toCommandTitle } from "../phrases.ts";
import { ListState, MayOpen, ScreenFrame, Section } from "../screen-parts.tsx";
import { useCommands } from "../use-view.ts";
import styles from "./commands.module.css";

export default function CommandsScreen() {
  const { words, filter } = useListQuery(0);
  const { data, error, isLoading } = useCommands();
  const mayOpen = useContext(MayOpen);
  const typed = words.toLowerCase().split(/\s+/);
  const found = data
    ?.map(({ noun, verb, summary }) => {
      const command = `${noun} ${verb}`.trim();
      const screen = findActionScreen(command);
      const href = screen !== undefined && mayOpen(screen) ? screen : deskLinks.form(command);
      return { command, summary, href, title: toCommandTitle(command) };
    })
    .filter(({ title, summary }) => {
      const text = `${title} ${summary}`.toLowerCase();
      return typed.every((word) => text.includes(word));
    });
  return (
    <ScreenFrame title="All actions">
      <ListFilter of="actions" placeholder="What do you want to do?" groups={{}} {...filter} />
      <ListState
        count={found?.length}
        empty="No action matches. Try another word."
        {...{ error, isLoading }}
      />
      <div className={styles.groups}>
        {[...groupBySubject(found ?? [])].map(([subject, actions]) => {
          // Without a search, one link to each screen is enough.
          const links = actions.filter(
            ({ href }, at) => words !== "" || actions.findIndex((each) => each.href === href) === at,
          );
          const list = (
            <ul className="plain">
              {links.map(({ command, href, title }) => (
                <li key={command}>
                  <a href={href} className={styles.action}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          );
          return subject === TECHNICAL ? (
            <Disclosure key={subject} summary={subject} open={words !== ""}>
              {list}
            </Disclosure>
          ) : (
            <Section key={subject} title={subject}>
              {list}
            </Section>
          );
        })}
      </div>
    </ScreenFrame>
  );
}
