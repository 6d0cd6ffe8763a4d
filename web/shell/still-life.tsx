import { Picture } from "#ui/picture.tsx";
import { useShell } from "./shell-data.ts";
import styles from "./still-life.module.css";

/** The finished pieces of the workshop, upright. */
export function StillLife() {
  const picture = useShell().story.at(-1);
  return (
    picture && (
      <Picture {...picture} sizes="(min-width: 769px) 26rem, 15rem" className={styles.picture} priority />
    )
  );
}
