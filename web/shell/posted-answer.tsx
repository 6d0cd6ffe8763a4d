import { usePosted } from "#lib/posted.ts";
import { Notice } from "#ui/notice.tsx";
import styles from "./without-scripts.module.css";

/** What the shop says to a form that was posted without scripts; at the top of the page, where it opens. */
export function PostedAnswer() {
  const posted = usePosted();
  if (!posted) return null;
  const faults = [...new Set(Object.values(posted.fields))];
  return (
    <div className={styles.notice}>
      <Notice tone={posted.done ? "success" : "danger"}>
        {faults.length > 1 ? faults.map((fault) => <p key={fault}>{fault}</p>) : posted.message}
      </Notice>
    </div>
  );
}
