import { usePosted } from "#client/posted.ts";
import { Notice } from "#ui/notice.tsx";
import styles from "./without-scripts.module.css";

/** The result of a form posted without JavaScript, at the top of the page. */
export function PostedAnswer() {
  const posted = usePosted();
  if (!posted) return null;
  const errors = [...new Set(Object.values(posted.fields))];
  return (
    <div className={styles.notice}>
      <Notice tone={posted.done ? "success" : "danger"}>
        {errors.length > 1 ? errors.map((error) => <p key={error}>{error}</p>) : posted.message}
      </Notice>
    </div>
  );
}
