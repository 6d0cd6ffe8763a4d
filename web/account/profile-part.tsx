import type { ReactNode } from "react";
import styles from "./profile-part.module.css";

export const ProfilePart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2 className="h4">{title}</h2>
    <div className="stack top gap-5">{children}</div>
  </section>
);
