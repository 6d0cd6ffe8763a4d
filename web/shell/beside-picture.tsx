import type { ReactNode } from "react";
import { Picture } from "#ui/picture.tsx";
import { Wrap } from "#ui/section.tsx";
import styles from "./beside-picture.module.css";
import { useShell } from "./shell-data.ts";

interface BesidePictureProps {
  title: string;
  lead: string;
  /** Which of the workshop's pictures. */
  picture?: 0 | 1 | 2;
  children: ReactNode;
}

/** A form in calm: the workshop on one side, the words on the other. */
export function BesidePicture({ title, lead, picture = 0, children }: BesidePictureProps) {
  const shown = useShell().story[picture];
  return (
    <Wrap className={styles.columns}>
      <div className={styles.aside}>
        {shown && <Picture {...shown} sizes="(min-width: 1024px) 40vw, 1px" className={styles.picture} />}
      </div>
      <div className={styles.text}>
        <header className={styles.header}>
          <h1>{title}</h1>
          <p>{lead}</p>
        </header>
        {children}
      </div>
    </Wrap>
  );
}
